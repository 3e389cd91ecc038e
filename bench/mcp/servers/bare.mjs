// The limit: parse the message, write a recorded answer with its id. Nothing is checked and nothing
// runs.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { options } from './shared/options.mjs'

const recorded = JSON.parse(readFileSync(options.answers, 'utf8'))

/** Answers by tool name or method, each as the bytes that follow the id. */
const answers = new Map()
for (const [key, afterId] of Object.entries(recorded)) answers.set(key, Buffer.from(afterId))

function answer(text, ending = '') {
  const { id, method, params } = JSON.parse(text)
  const head = `{"jsonrpc":"2.0","id":${id}`
  const tail = answers.get(method === 'tools/call' ? params.name : method)
  const bytes = Buffer.allocUnsafe(head.length + tail.length + ending.length)
  bytes.latin1Write(head, 0)
  tail.copy(bytes, head.length)
  bytes.latin1Write(ending, head.length + tail.length)
  return bytes
}

function serveHttp() {
  const listener = (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const bytes = answer(body)
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': bytes.length,
      })
      response.end(bytes)
    })
  }
  createServer(listener).listen(options.port, '127.0.0.1')
}

function serveStdio() {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    if (lines.length > 0)
      process.stdout.write(Buffer.concat(lines.map((line) => answer(line, '\n'))))
  })
}

if (options.isHttp) serveHttp()
else serveStdio()
