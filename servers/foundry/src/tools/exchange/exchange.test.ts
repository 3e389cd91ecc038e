import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFoundry } from '../../testing/open-foundry.ts'

const foundry = await openFoundry()
const { server } = foundry.create()
afterAll(() => foundry.remove())

const plan = (done: string) => `# Add a search

## Index

- [${done}] Write the index in src/index.ts
- [ ] Read the index in src/read.ts
`
const path = 'plan.md'
const write = (text: string) => writeFile(join(foundry.root, path), text)
const call = (tool: string, args: object) => server.callByName(tool, args)

describe('a plan of another tool', () => {
  it('is looked at first, then taken over, and updated by a second import', async () => {
    await write(plan(' '))
    expect(await call('import_plan', { path })).toMatchObject({
      ok: true,
      data: { kind: 'markdown', applied: false, updated: 0 },
      notes: { instruction: expect.stringContaining('apply: true') },
    })
    expect(await call('list', {})).toMatchObject({ data: { specs: [] } })
    const spec_id = 'search'
    const first = await call('import_plan', { path, spec_id, apply: true })
    expect(first).toMatchObject({ ok: true, data: { spec_id, applied: true } })
    expect(await call('list', { spec_id })).toMatchObject({
      data: { tasks: [{ state: 'pending' }, { state: 'pending' }] },
    })
    const again = await call('import_plan', { path, apply: true })
    expect(again).toMatchObject({ data: { spec_id, added: 0, updated: 0 } })
    await write(plan('x'))
    const changed = await call('import_plan', { path, apply: true })
    expect(changed).toMatchObject({ data: { spec_id, added: 0 } })
    expect(await call('list', { spec_id })).toMatchObject({
      data: { tasks: [{ state: 'completed' }, { state: 'pending' }] },
    })
    expect(await readFile(join(foundry.root, path), 'utf8')).toBe(plan('x'))
  })

  it('is not looked for outside of the repository', async () => {
    for (const outside of ['../plan.md', '/etc/hostname']) {
      expect(await call('import_plan', { path: outside })).toMatchObject({
        ok: false,
        problems: [{ code: 'VALIDATION_ERROR', path: 'path' }],
      })
    }
  })

  it.each(['markdown', 'mermaid', 'tasks-json', 'beads'])('is written as %s', async (format) => {
    expect(await call('export_spec', { spec_id: 'search', format })).toMatchObject({
      ok: true,
      data: { text: expect.stringContaining('Write the index') },
    })
  })
})
