import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProposals } from './create-proposals.ts'
import { appendMarkdown } from './markdown.ts'
import { readBrief } from './read-brief.ts'
import { readTastes, tasteFile } from './read-tastes.ts'
import { summariseNotes } from './summarise-notes.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

describe('a brief', () => {
  it('is free text, with a line that names genres', () => {
    expect(readBrief('Make it calm.\nTastes: [portrait, street, portrait]\nFor print.')).toEqual({
      raw: 'Make it calm.\nTastes: [portrait, street, portrait]\nFor print.',
      intent: 'Make it calm.\nFor print.',
      tastes: ['portrait', 'street'],
    })
    expect(readBrief('')).toEqual({ raw: '', intent: '', tastes: [] })
    expect(readBrief('Tastes: street').tastes).toEqual(['street'])
  })
})

describe('tastes', () => {
  it('are the general ones and those of the genres, with the lines that genres share', async () => {
    await writeFile(join(folder, '_default.md'), 'Calm colours.\n')
    await writeFile(join(folder, 'portrait.md'), '# Portrait\nWarm skin.\nSoft light.\n')
    await writeFile(join(folder, 'street.md'), '# Portrait\nSoft light.\n')
    expect(await readTastes(folder, ['portrait', 'street', 'none', '../secret'])).toEqual({
      default: 'Calm colours.\n',
      genres: {
        portrait: '# Portrait\nWarm skin.\nSoft light.\n',
        street: '# Portrait\nSoft light.\n',
        none: '',
      },
      conflicts: [{ point: 'Soft light.', files: ['portrait.md', 'street.md'] }],
    })
  })

  it('are only in files of the folder', () => {
    expect(['portrait', 'portrait.md', '_default'].map(tasteFile)).toEqual([
      'portrait.md',
      'portrait.md',
      '_default.md',
    ])
    for (const name of ['../x', 'a/b', '.hidden', '', '.md'])
      expect(tasteFile(name), name).toBeUndefined()
  })
})

describe('notes', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

  it('are cut in the middle if they are long', () => {
    expect(summariseNotes(lines(40).join('\n'))).toEqual({
      summary: lines(40).join('\n'),
      truncated: false,
    })
    const { summary, truncated } = summariseNotes(`${lines(45).join('\n')}\n`)
    expect(truncated).toBe(true)
    expect(summary.split('\n')).toEqual([
      ...lines(10),
      '… 5 lines left out …',
      ...lines(45).slice(-30),
    ])
  })

  it('grow by blocks, and the last block is not added again', async () => {
    const add = (content: string) =>
      appendMarkdown(folder, 'notes.md', content, join(folder, 'tmp'))
    const path = await add('One.\n')
    await add('Two.')
    await add('Two.\n\n')
    expect(await readFile(path, 'utf8')).toBe('One.\n\nTwo.\n')
    await expect(add('x'.repeat(1_100_000))).rejects.toMatchObject({ code: 'state_error' })
    expect(await readFile(path, 'utf8')).toBe('One.\n\nTwo.\n')
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })
})

describe('proposals', () => {
  const id = (digit: string) => digit.repeat(32)
  const note = (digit: string, at: Date) =>
    ({
      kind: 'notes',
      proposal_id: id(digit),
      image_id: 'a',
      content: 'x',
      proposed_at: at.toISOString(),
    }) as const

  it('wait in files, for a week or until they are removed', async () => {
    let now = new Date('2026-01-01')
    const open = () => createProposals(folder, () => now)
    await open().put(note('a', now))
    expect(await open().get('notes', id('a'))).toMatchObject({ image_id: 'a' })
    await expect(open().get('taste', id('a'))).rejects.toMatchObject({ code: 'not_found' })
    now = new Date('2026-01-09')
    await open().put(note('b', now))
    await expect(open().get('notes', id('a'))).rejects.toMatchObject({
      code: 'not_found',
      path: 'proposal_id',
    })
    await open().remove(id('b'))
    await open().remove(id('b'))
    await expect(open().get('notes', id('b'))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are only found by ids', async () => {
    await writeFile(join(folder, 'x.json'), '{}')
    for (const name of ['x', '../x', '', id('g')])
      await expect(
        createProposals(folder, () => new Date()).get('notes', name),
        name,
      ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are at most two hundred', async () => {
    const proposals = createProposals(folder, () => new Date(0))
    for (let number = 0; number < 200; number++)
      await proposals.put({
        ...note('0', new Date(0)),
        proposal_id: number.toString(16).padStart(32, '0'),
      })
    await expect(proposals.put(note('f', new Date(0)))).rejects.toMatchObject({
      code: 'state_error',
    })
  })
})
