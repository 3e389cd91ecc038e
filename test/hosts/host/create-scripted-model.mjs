import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const mostPauses = 60
const charactersPerToken = 4

/**
 * Creates a model on 127.0.0.1 that follows a script, and keeps what the host sends to it. The
 * script gets the answers so far and returns the next call, or undefined at the end. Where the
 * script is, is read from the conversation alone, because hosts repeat requests.
 */
export async function createScriptedModel({ dialect, prefix, pause }, script) {
  /** What came back for each call, by its id; hosts shorten old results in later turns. */
  const results = new Map()
  const calls = []
  const seen = { prompt: '', tools: [], calls, answers: [], fault: undefined }

  /** The next call whose tool is offered; undefined at the end. */
  function findMove(tools, answered) {
    const find = (name) => tools.find((tool) => tool.name === name)
    if (!tools.some(({ name }) => name.startsWith(prefix))) return findPause(find, answered)
    for (let index = 0; ; index++) {
      const id = `call_${index}`
      if (answered.has(id)) continue
      calls[index] ??= script(seen.answers.slice(0, index))
      if (calls[index] === undefined) return undefined
      const { tool: name, args = {} } = calls[index]
      const tool = find(prefix + name)
      if (tool !== undefined) return { id, tool, args }
      seen.answers[index] = undefined
    }
  }

  /** A call that lets the host wait, because its server is not up yet. */
  function findPause(find, answered) {
    if (pause === undefined) return undefined
    const tool = find(pause.name)
    const paused = [...answered].filter((id) => id?.startsWith('pause_')).length
    if (tool === undefined || paused >= mostPauses) return undefined
    return { id: `pause_${paused}`, tool, args: pause.args }
  }

  function takeTurn(body) {
    // Hosts also ask for titles and summaries, without tools.
    if (!Array.isArray(body.tools) || body.tools.length === 0) return undefined
    const turn = dialect.readResults(body)
    seen.prompt = JSON.stringify(body)
    seen.tools = dialect.readTools(body)
    for (const result of turn) if (!results.has(result.id)) results.set(result.id, result)
    for (const index of calls.keys()) seen.answers[index] = results.get(`call_${index}`)
    return findMove(seen.tools, new Set(turn.map(({ id }) => id)))
  }

  async function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://localhost')
    const body = request.method === 'POST' ? await json(request) : {}
    if (!dialect.isTurn(pathname)) {
      const tokens = Math.ceil(JSON.stringify(body).length / charactersPerToken)
      sendJson(response, { data: [], models: [], input_tokens: tokens, totalTokens: tokens })
      return
    }
    const reply = dialect.toReply(body, takeTurn(body))
    if (dialect.isStream(pathname, body)) sendEvents(response, dialect.toEvents(reply))
    else sendJson(response, reply)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      seen.fault = error
      response.writeHead(400).end(String(error))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendJson(response, value) {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

function sendEvents(response, events) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const event of events) {
    if (event.type !== undefined) response.write(`event: ${event.type}\n`)
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
