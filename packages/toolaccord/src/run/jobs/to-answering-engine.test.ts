import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../define/tool.ts'
import { createMemoryJobs } from '../../jobs/engine/create-memory-jobs.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'

const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:6379'))

const toTool = (repeatable: boolean) =>
  defineTool({
    name: 'develop',
    summary: 'Develop a film.',
    input: z.object({}),
    output: z.object({}),
    effect: 'write',
    long: { repeatable },
    run: async () => ok({}),
  })

describe('jobs whose store is away', () => {
  it.each([
    [true, 'Call the tool again in a few seconds.'],
    [false, 'It may start later. Look if it was done before you call the tool again.'],
  ])('are refused with what to do (repeatable: %s)', async (repeatable, hint) => {
    const jobs = { ...createMemoryJobs(), start: away }
    const init = { name: 'lab', version: '1.0.0', log: silentLog }
    const server = defineServer({ ...init, tools: [toTool(repeatable)], jobs })
    const outcome = await server.callByName('develop', {})
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'UNAVAILABLE', hint }] })
    expect(JSON.stringify(outcome)).not.toContain('10.0.0.7')
  })

  it('are not lost for whoever has their handle', async () => {
    const jobs = { ...createMemoryJobs(), find: away }
    const init = { name: 'lab', version: '1.0.0', log: silentLog }
    const server = defineServer({ ...init, tools: [toTool(true)], jobs })
    expect(await server.callByName('get_result', { job_id: 'j1' })).toMatchObject({
      ok: false,
      problems: [{ hint: "It is not lost. Call 'get_result' with this job_id in a few seconds." }],
    })
  })
})
