import { toJsonSchema } from '../../../schema/schema.ts'
import type { ToolDefinition } from '../protocol/to-tool-definition.ts'
import type { Catalogue } from './catalogue.ts'
import { describeInputSchema, gateInputJson, searchInputSchema } from './gate-schemas.ts'
import { toTopics } from './to-topics.ts'

/** Room for the topics of a server in the description of the search. */
const maxTopics = 100

/** The four tools as `tools/list` shows them: of one size, however many tools there are. */
export function toGateDefinitions(catalogue: Catalogue): readonly ToolDefinition[] {
  const { names, tools } = catalogue
  const topics = toTopics(tools, maxTopics)
  const about = topics === '' ? '' : `, about ${topics}`
  const isOpen = (isRead: boolean) =>
    tools.some(({ listing }) => listing.openWorld && (listing.effect === 'read') === isRead)
  return [
    {
      name: names.search,
      description:
        `Find tools for a task among the ${tools.length} here${about}. ` +
        `They are not listed: search, read their schemas with ${names.describe}, ` +
        'then call them through call_with.',
      inputSchema: toJsonSchema(searchInputSchema, 'input'),
      annotations: reading(false),
    },
    {
      name: names.describe,
      description:
        'Show the description and the input schema of tools that were found. ' +
        'Do so before the first call.',
      inputSchema: toJsonSchema(describeInputSchema, 'input'),
      annotations: reading(false),
    },
    {
      name: names.read,
      description: 'Call a tool whose effect is read: nothing is changed.',
      inputSchema: gateInputJson,
      annotations: reading(isOpen(true)),
    },
    {
      name: names.write,
      description:
        'Call a tool whose effect is write or destroy. ' +
        'Destroy only what the user has asked you to destroy.',
      inputSchema: gateInputJson,
      annotations: {
        readOnlyHint: false,
        destructiveHint: tools.some(({ listing }) => listing.effect === 'destroy'),
        idempotentHint: false,
        openWorldHint: isOpen(false),
      },
    },
  ]
}

const reading = (openWorldHint: boolean): ToolDefinition['annotations'] => ({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint,
})
