import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The address that a server prints on stderr, or everything that it printed before it ended. */
function readAddress(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /served at (http:\S+)/.exec(printed)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => {
      resolve(printed)
    })
  })
}

it.each([
  {
    command: 'npm start',
    args: ['start'],
    path: '/api/v2/schemas/ai@latest/elements/decision?fields=id',
    expected: { ok: true, data: { element: { id: 'decision' } } },
  },
  {
    command: 'npm run start:notes',
    args: ['run', 'start:notes'],
    path: '/notes/n1',
    expected: { success: true, data: { note: { id: 'n1' } } },
  },
])(
  '$command serves, and prints its address',
  async ({ args, path, expected }) => {
    // In a process group of its own, because npm starts a shell that starts the server.
    const child = spawn('npm', args, {
      cwd: join(import.meta.dirname, '..'),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      const address = await readAddress(child)
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const response = await fetch(address + path)
      expect(await response.json()).toMatchObject(expected)
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    }
  },
  60_000,
)
