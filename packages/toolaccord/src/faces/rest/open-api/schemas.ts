import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { pendingSchema, stoppedSchema } from '../../../jobs/result-schemas.ts'
import { type JsonSchema, rebaseRefs } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { componentName, componentRef, toRef } from './component-name.ts'
import { type SharedSchemas, shareSchemas } from './share-schemas.ts'

const inputName = ({ name }: ToolListing): string => componentName(name, 'input')
const answerName = ({ name }: ToolListing): string => componentName(name, 'answer')

/** Without a dot, so that it cannot be the name of a tool's schema. */
const failureName = 'failure'

/** The place of a tool's input schema in the document. */
export const inputRef = (tool: ToolListing): string => componentRef('schemas', inputName(tool))

/** The schema of the envelope that a tool answers with. */
export const answerSchema = (tool: ToolListing): JsonSchema => toRef('schemas', answerName(tool))

/** The schema of the envelope of every failure, which may hold a part of an answer. */
export const failureSchema: JsonSchema = toRef('schemas', failureName)

/** Without a dot, like that of failures. */
const pendingName = 'pending'
const stoppedName = 'stopped'

/** The schema of the envelope of the handle to a job. */
export const pendingRef: JsonSchema = toRef('schemas', pendingName)

/** The schema of the envelope of what became of a job that was cancelled. */
export const stoppedRef: JsonSchema = toRef('schemas', stoppedName)

/** The input and the answer of every tool, and the schemas that these have in common. */
export function toSchemas({ tools, contract }: Server): SharedSchemas {
  const schemas = new Map<string, JsonSchema>()
  const add = (name: string, schema: JsonSchema) => {
    schemas.set(name, place(schema, componentRef('schemas', name)))
  }
  add(failureName, contract.schema({}))
  if (hasJobs(tools())) {
    add(pendingName, contract.schema(pendingSchema))
    add(stoppedName, contract.schema(stoppedSchema))
  }
  for (const tool of tools()) {
    add(inputName(tool), tool.inputSchema)
    add(answerName(tool), contract.schema(tool.outputSchema))
  }
  return shareSchemas(Object.fromEntries(schemas))
}

/** True if one of these tools starts or fetches jobs. */
export const hasJobs = (tools: readonly ToolListing[]): boolean =>
  tools.some(({ job }) => job !== undefined)

/** A schema as a part of the document: its references are moved along, its `$schema` is dropped. */
export function place(schema: JsonSchema, ref: string): JsonSchema {
  const { $schema: _, ...rest } = schema
  return rebaseRefs(rest, ref)
}
