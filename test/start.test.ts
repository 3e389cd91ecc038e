import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it.each([
  [
    'npm start',
    ['start'],
    '/api/v2/schemas/ai@latest/elements/decision?fields=id',
    { ok: true, data: { element: { id: 'decision' } } },
  ],
  [
    'npm run start:notes',
    ['run', 'start:notes'],
    '/notes/n1',
    { success: true, data: { note: { id: 'n1' } } },
  ],
])(
  '%s serves and tells where',
  async (_, args, path, expected) => {
    // In a process group of its own, because npm starts a shell that starts the server.
    const child = spawn('npm', args, {
      cwd: join(import.meta.dirname, '..'),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
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
      expect(await (await fetch(url + path)).json()).toMatchObject(expected)
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    }
  },
  60_000,
)
