// The Responses API of OpenAI, which Codex speaks. Codex offers the tools of a server as one
// namespace; `mcp__notes` with `get` in it is called `mcp__notes__get` here.
import { toBlocks, toMedia, toText } from './blocks.mjs'

const dataUrl = /^data:([^;]+);base64,(.*)$/s

function toBlock(block) {
  if (block.type === 'input_text') return toText(block.text)
  const [, mimeType, base64] = dataUrl.exec(block.image_url) ?? []
  if (base64 !== undefined) return toMedia(mimeType, base64)
  return toText(JSON.stringify(block))
}

function readTool(tool) {
  const { type, name, description, parameters } = tool
  if (type === 'function') return [{ name, description, parameters, call: { name } }]
  if (type !== 'namespace') return []
  return tool.tools.map((one) => ({
    name: `${name}__${one.name}`,
    description: one.description,
    parameters: one.parameters,
    call: { namespace: name, name: one.name },
  }))
}

/** The API has no field for errors, so that it is not known if a result is one. */
const readResults = ({ input }) =>
  input
    .filter(({ type }) => type === 'function_call_output')
    .map(({ call_id: id, output }) => ({ id, blocks: toBlocks(output, toBlock) }))

function toItem(move) {
  if (move === undefined)
    return {
      type: 'message',
      id: `msg_${crypto.randomUUID()}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'done', annotations: [] }],
    }
  return {
    type: 'function_call',
    id: `fc_${crypto.randomUUID()}`,
    call_id: move.id,
    ...move.tool.call,
    arguments: JSON.stringify(move.args),
    status: 'completed',
  }
}

const toReply = ({ model }, move) => ({
  id: `resp_${crypto.randomUUID()}`,
  object: 'response',
  created_at: 0,
  status: 'completed',
  model,
  output: [toItem(move)],
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
})

const toEvents = (response) => [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  { type: 'response.output_item.done', output_index: 0, item: response.output[0] },
  { type: 'response.completed', response },
]

export const responses = {
  isTurn: (path) => path.endsWith('/responses'),
  isStream: (_, { stream }) => stream === true,
  readTools: ({ tools }) => tools.flatMap(readTool),
  readResults,
  toReply,
  toEvents,
}
