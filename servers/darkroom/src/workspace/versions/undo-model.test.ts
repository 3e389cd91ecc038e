import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLocks } from '../../disk/create-locks.ts'
import { createRepository, type Repository } from './create-repository.ts'

/** A document of a plain editor: what was done, and what was undone. */
interface Document {
  readonly done: readonly string[]
  readonly undone: readonly string[]
}

/** An editor with several documents, of which one is open. */
interface Editor {
  readonly documents: Map<string, Document>
  open: string
}

const branches = ['main', 'b', 'c'] as const
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('0.5', '0.7', '') },
  { weight: 4, arbitrary: fc.constantFrom('undo' as const, 'undo two' as const) },
  { weight: 3, arbitrary: fc.constant('redo' as const) },
  { weight: 1, arbitrary: fc.constantFrom('reset' as const, 'look at the baseline' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...branches.map((name) => `go to ${name}`)) },
)

const current = ({ documents, open }: Editor): Document =>
  documents.get(open) ?? { done: [], undone: [] }

const textOf = (editor: Editor): string => current(editor).done.at(-1) ?? ''

function back({ done, undone }: Document, moves: number): Document | undefined {
  if (moves > done.length) return undefined
  const kept = done.length - moves
  return { done: done.slice(0, kept), undone: [...done.slice(kept), ...undone] }
}

function forth({ done, undone: [next, ...later] }: Document): Document | undefined {
  if (next === undefined) return undefined
  return { done: [...done, next], undone: later }
}

function write(document: Document, text: string): Document {
  if (text === (document.done.at(-1) ?? '')) return document
  return { done: [...document.done, text], undone: [] }
}

/** The open document after a step; undefined if the step must be refused. */
function next(document: Document, one: string): Document | undefined {
  if (one === 'undo') return back(document, 1)
  if (one === 'undo two') return back(document, 2)
  if (one === 'redo') return forth(document)
  if (one === 'reset') return back(document, document.done.length)
  if (one === 'look at the baseline') return document
  return write(document, one)
}

/** Plays a step in the editor; returns false if it must be refused. */
function play(editor: Editor, one: string): boolean {
  const { documents } = editor
  const name = /^go to (.+)$/.exec(one)?.[1]
  if (name !== undefined) {
    // A new branch has the way of the one that it was made from, and nothing to redo.
    if (!documents.has(name)) documents.set(name, { done: current(editor).done, undone: [] })
    editor.open = name
    return true
  }
  const document = next(current(editor), one)
  if (document !== undefined) documents.set(editor.open, document)
  return document !== undefined
}

async function perform(repository: Repository, one: string, open: string): Promise<unknown> {
  const name = /^go to (.+)$/.exec(one)?.[1]
  if (name !== undefined) {
    const isNew = await repository.resolve(`refs/heads/${name}`).catch(() => undefined)
    if (isNew === undefined) await repository.branch(name, 'HEAD')
    return repository.checkout(name)
  }
  if (one === 'undo') return repository.reset('HEAD~1')
  if (one === 'undo two') return repository.reset(`${open}~2`)
  if (one === 'redo') return repository.reset('redo')
  if (one === 'reset') return repository.reset()
  if (one !== 'look at the baseline') return repository.edit(null, () => one)
  await repository.checkout('baseline')
  return repository.checkout(open)
}

async function compare(steps: readonly string[], folder: string): Promise<void> {
  const repository = createRepository(folder, { locks: createLocks(), now: () => new Date(0) })
  await repository.begin('')
  const editor: Editor = { documents: new Map([['main', { done: [], undone: [] }]]), open: 'main' }
  const textOfHead = async () => (await repository.head())?.text
  for (const one of steps) {
    const { open } = editor
    const isAccepted = play(editor, one)
    const performed = perform(repository, one, open)
    if (isAccepted) await performed
    else await expect(performed).rejects.toMatchObject({ code: 'versioning_error' })
    expect(await textOfHead()).toBe(textOf(editor))
  }
  // As many undos as moves give the baseline, and as many redos give the edit again.
  const { done } = current(editor)
  for (const text of ['', ...done.slice(0, -1)].slice(0, done.length).toReversed())
    expect((await repository.reset('HEAD~1')).text).toBe(text)
  expect(await textOfHead()).toBe('')
  await expect(repository.reset('HEAD~1')).rejects.toMatchObject({ code: 'versioning_error' })
  for (const text of done) expect((await repository.reset('redo')).text).toBe(text)
}

it(
  'undoes and redoes like a plain editor, whatever is done in between',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const folder = await mkdtemp(join(tmpdir(), 'undo-'))
        try {
          await compare(steps, folder)
        } finally {
          await rm(folder, { recursive: true })
        }
      }),
      { numRuns: 60 },
    )
  },
)
