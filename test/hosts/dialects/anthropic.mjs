// The Messages API of Anthropic, which Claude Code speaks.
import { toBlocks, toMedia, toText } from './blocks.mjs'

function toBlock(block) {
  if (block.type === 'text') return toText(block.text)
  if (block.type === 'image') return toMedia(block.source.media_type, block.source.data)
  return toText(JSON.stringify(block))
}

function readResults({ messages }) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  return blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id, content, is_error: isError = false }) => ({
      id,
      isError,
      blocks: toBlocks(content, toBlock),
    }))
}

function toReply({ model }, move) {
  const said = { type: 'text', text: 'done' }
  const asked = { type: 'tool_use', id: move?.id, name: move?.tool.name, input: move?.args }
  return {
    id: `msg_${crypto.randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [move === undefined ? said : asked],
    stop_reason: move === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

/** The start of a block, and the delta that completes it. */
function toStartAndDelta(block) {
  if (block.type === 'text')
    return [
      { ...block, text: '' },
      { type: 'text_delta', text: block.text },
    ]
  const written = JSON.stringify(block.input)
  return [
    { ...block, input: {} },
    { type: 'input_json_delta', partial_json: written },
  ]
}

function toEvents({ content, stop_reason, ...message }) {
  const [start, delta] = toStartAndDelta(content[0])
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ]
}

export const anthropic = {
  isTurn: (path) => path.endsWith('/messages'),
  isStream: (_, { stream }) => stream === true,
  readTools: ({ tools }) =>
    tools.map(({ name, description, input_schema: parameters }) => ({
      name,
      description,
      parameters,
    })),
  readResults,
  toReply,
  toEvents,
}
