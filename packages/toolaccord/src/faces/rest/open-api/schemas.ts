import type { ToolListing } from '../../../compile/tool-listing.ts'
import { type JsonSchema, rebaseRefs } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { componentName, componentRef, toRef } from './component-name.ts'
import { type SharedSchemas, shareSchemas } from './share-schemas.ts'

const inputName = ({ name }: ToolListing): string => componentName(name, 'input')
const answerName = ({ name }: ToolListing): string => componentName(name, 'answer')

/** Without a dot, it is none of a tool. */
const failureName = 'failure'

/** Where a document holds what a tool takes. */
export const inputRef = (tool: ToolListing): string => componentRef('schemas', inputName(tool))

/** The envelope that a tool answers with. */
export const answerSchema = (tool: ToolListing): JsonSchema => toRef('schemas', answerName(tool))

/** The envelope of every failure; a part of an answer may be in it. */
export const failureSchema: JsonSchema = toRef('schemas', failureName)

/** The input and the answer of every tool, and what these have in common. */
export function toSchemas({ tools, contract }: Server): SharedSchemas {
  const placed = [
    [failureName, contract.schema({})] as const,
    ...tools().flatMap((tool) => [
      [inputName(tool), tool.inputSchema] as const,
      [answerName(tool), contract.schema(tool.outputSchema)] as const,
    ]),
  ]
  return shareSchemas(
    Object.fromEntries(
      placed.map(([name, schema]) => [name, place(schema, componentRef('schemas', name))]),
    ),
  )
}

/** A schema as a part of the document: its references are moved along, its `$schema` is dropped. */
export function place(schema: JsonSchema, ref: string): JsonSchema {
  const { $schema: _, ...rest } = schema
  return rebaseRefs(rest, ref)
}
