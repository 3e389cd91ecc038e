import { type JsonSchema, rebaseRefs } from '../../schema/json-schema.ts'
import type { Server, ToolListing } from '../../server.ts'
import { resourceRoutesOf } from './resource-routes.ts'

const components = '#/components/schemas/'

/** Where a document holds what a tool takes. */
export const inputRef = ({ name }: ToolListing): string => `${components}${name}.input`

/** Where a document holds the envelope that a tool answers with. */
export const answerRef = ({ name }: ToolListing): string => `${components}${name}.answer`

/** Where it holds the envelope of what is refused where no tool is called; without a dot, it is none of a tool. */
export const refusalRef = `${components}refusal`

/** The input and the answer of every tool, by the names that the references use. */
export function toSchemas({ tools, resources, contract }: Server): Record<string, JsonSchema> {
  const placed = [
    ...tools().flatMap((tool) => [
      [inputRef(tool), tool.inputSchema] as const,
      [answerRef(tool), contract.schema(tool.outputSchema)] as const,
    ]),
    ...(resourceRoutesOf(resources()).length > 0 ? [[refusalRef, contract.schema({ type: 'object' })] as const] : []),
  ]
  return Object.fromEntries(placed.map(([ref, schema]) => [ref.slice(components.length), place(schema, ref)]))
}

/** A schema as a part of the document: its references are moved along, its `$schema` is dropped. */
export function place(schema: JsonSchema, ref: string): JsonSchema {
  const { $schema: _, ...rest } = schema
  return rebaseRefs(rest, ref)
}
