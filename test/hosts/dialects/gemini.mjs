// The generateContent API of Gemini.
import { toMedia, toText } from './blocks.mjs'

const toBlock = ({ inlineData }) => toMedia(inlineData.mimeType, inlineData.data)

const readTools = ({ tools }) =>
  tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, description, parametersJsonSchema, parameters }) => ({
      name,
      description,
      parameters: parametersJsonSchema ?? parameters,
    }))

function readResult({ id, response, parts = [] }) {
  const said = response.output ?? response.error ?? response
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  const pictures = parts.filter(({ inlineData }) => inlineData !== undefined)
  return { id, isError: 'error' in response, blocks: [toText(text), ...pictures.map(toBlock)] }
}

/** Pictures are inside the response, or parts of their own after it. */
function readResults({ contents }) {
  const results = []
  for (const part of contents.flatMap(({ parts }) => parts)) {
    if (part.functionResponse !== undefined) results.push(readResult(part.functionResponse))
    if (part.inlineData !== undefined) results.at(-1)?.blocks.push(toBlock(part))
  }
  return results
}

function toReply(_, move) {
  const said = { text: 'done' }
  const asked = { functionCall: { id: move?.id, name: move?.tool.name, args: move?.args } }
  const parts = [move === undefined ? said : asked]
  return {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }
}

export const gemini = {
  isTurn: (path) => /:(streamG|g)enerateContent$/.test(path),
  isStream: (path) => path.endsWith(':streamGenerateContent'),
  readTools,
  readResults,
  toReply,
  toEvents: (message) => [message],
}
