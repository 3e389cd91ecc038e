import * as z from 'zod'
import type { ServerInit } from '../src/compile/forms/server-init.ts'
import { type AnyTool, defineTool } from '../src/define/tool.ts'
import { silentLog } from '../src/log/log.ts'
import { ok } from '../src/outcome/outcome.ts'
import { defineServer } from '../src/server.ts'
import { gate } from './gate.ts'

/** A server with a tool that takes as long as its test wants. */
export function createLab(
  init: Partial<Omit<ServerInit<readonly AnyTool[]>, 'tools'>> = {},
  scopes: readonly string[] = [],
) {
  const release = gate()
  const started = gate()
  /** The films that were begun. */
  const begun: string[] = []
  const develop = defineTool({
    name: 'develop',
    summary: 'Develop a film.',
    input: z.object({ film: z.string(), frames: z.int().default(1) }),
    output: z.object({ film: z.string(), id: z.string() }),
    effect: 'write',
    codes: ['film_torn'],
    long: { repeatable: true },
    rest: { method: 'POST', path: '/films/:film/develop', created: '/films/:id' },
    async run({ film, frames }, call) {
      begun.push(film)
      for (let frame = 1; frame <= frames; frame++) call.progress(frame, frames, `frame ${frame}`)
      started.open()
      if (film === 'deaf') await release.passed
      if (film !== 'quick') {
        const left = new Promise((resolve) => call.signal.addEventListener('abort', resolve))
        await Promise.race([release.passed, left])
      }
      if (film.startsWith('torn')) return call.fail('film_torn', { path: 'film' })
      return ok({ film, id: `${film}-1` })
    },
  })
  const survey = defineTool({
    name: 'survey',
    summary: 'Look at every film.',
    output: z.object({ films: z.int() }),
    effect: 'read',
    long: true,
    scopes,
    async run() {
      await release.passed
      return ok({ films: 3 }, { contentHash: 'h1' })
    },
  })
  const server = defineServer({
    name: 'lab',
    version: '1.0.0',
    codes: { film_torn: { kind: 'conflict' } },
    timing: false,
    log: silentLog,
    ...init,
    tools: [develop, survey],
  })
  return { server, begun, release: release.open, started: started.passed }
}
