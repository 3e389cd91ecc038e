import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('npm start serves the example and tells where', async () => {
  // In a process group of its own, because npm starts a shell that starts the server.
  const child = spawn('npm', ['start'], { cwd: join(import.meta.dirname, '..'), detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  try {
    const url = await new Promise<string | undefined>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        told += chunk.toString()
        const found = /served at (http:\S+)/.exec(told)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once('exit', () => resolve(undefined))
    })
    expect(url, told).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const answer: unknown = await (await fetch(`${url}/notes/n1`)).json()
    expect(answer).toMatchObject({ success: true, data: { note: { id: 'n1' } } })
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
}, 60_000)
