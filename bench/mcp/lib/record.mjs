// The answers of Toolaccord, recorded, so that the bare server answers the same bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHttp } from './http-server.mjs'
import { calls } from './protocol.mjs'

/** A file of answers by tool name, each as the text that follows the id. */
export async function recordAnswers(server) {
  const folder = mkdtempSync(join(tmpdir(), 'toolaccord-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const one = await startHttp(server)
  const answers = {}
  for (const call of Object.values(calls)) {
    const { message } = await one.ask('tools/call', call)
    answers[call.name] = `,"result":${JSON.stringify(message.result)}}`
  }
  await one.stop()
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}
