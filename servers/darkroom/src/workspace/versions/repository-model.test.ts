import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLocks } from '../../disk/create-locks.ts'
import { hashText } from './create-objects.ts'
import { createRepository, type Repository } from './create-repository.ts'

/** The model of a repository, without files. */
interface Model {
  readonly refs: Map<string, string>
  head: { readonly branch: string } | { readonly at: string }
  logged: number
}

const name = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.record({ op: fc.constant('edit' as const), text: fc.constantFrom('x', 'y', 'z') }),
  fc.record({ op: fc.constantFrom('branch' as const, 'tag' as const, 'checkout' as const), name }),
  fc.record({ op: fc.constantFrom('reset' as const, 'detach' as const, 'reopen' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const textOf = (model: Model) =>
  'at' in model.head ? model.head.at : (model.refs.get(`heads/${model.head.branch}`) ?? '')

/** Applies a step to the model; returns false if the step must be refused. */
function play(model: Model, one: Step): boolean {
  const { refs, head } = model
  if (one.op === 'edit') {
    if ('at' in head) return false
    refs.set(`heads/${head.branch}`, textOf(model) + one.text)
  } else if (one.op === 'branch' || one.op === 'tag') {
    const ref = `${one.op === 'branch' ? 'heads' : 'tags'}/${one.name}`
    if (refs.has(ref)) return false
    refs.set(ref, textOf(model))
  } else if (one.op === 'checkout') {
    const branch = refs.get(`heads/${one.name}`)
    const tag = refs.get(`tags/${one.name}`)
    if (branch === undefined && tag === undefined) return false
    model.head = branch === undefined ? { at: tag ?? '' } : { branch: one.name }
  } else if (one.op === 'detach') {
    model.head = { at: textOf(model) }
  } else if (one.op === 'reset') {
    model.head = 'at' in head ? { branch: 'main' } : head
    if ('branch' in model.head) refs.set(`heads/${model.head.branch}`, 'base')
  }
  if (one.op !== 'reopen') model.logged++
  return true
}

/** Applies a step to the repository; a new one is returned if it was reopened. */
async function perform(repository: Repository, one: Step, model: Model, open: () => Repository) {
  if (one.op === 'edit') await repository.edit(null, (text) => text + one.text)
  if (one.op === 'branch') await repository.branch(one.name, 'HEAD')
  if (one.op === 'tag') await repository.tag(one.name, undefined)
  if (one.op === 'checkout') await repository.checkout(one.name)
  if (one.op === 'detach') await repository.checkout(hashText(textOf(model)))
  if (one.op === 'reset') await repository.reset()
  return one.op === 'reopen' ? open() : repository
}

async function compare(steps: readonly Step[], folder: string): Promise<void> {
  const open = () => createRepository(folder, { locks: createLocks(), now: () => new Date(0) })
  let repository = open()
  await repository.begin('base')
  const model: Model = {
    refs: new Map([
      ['heads/main', 'base'],
      ['tags/baseline', 'base'],
    ]),
    head: { branch: 'main' },
    logged: 2,
  }
  for (const one of steps) {
    const isAccepted = play(model, one)
    const performed = perform(repository, one, model, open)
    if (isAccepted) repository = await performed
    else await expect(performed).rejects.toMatchObject({ code: 'versioning_error' })
    expect((await repository.head())?.text).toBe(textOf(model))
  }
  for (const [ref, text] of model.refs)
    expect((await repository.resolve(`refs/${ref}`)).hash).toBe(hashText(text))
  expect(await repository.log(200)).toHaveLength(model.logged)
}

it(
  'behaves like a model of refs and texts, whatever the order of operations',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const folder = await mkdtemp(join(tmpdir(), 'model-'))
        try {
          await compare(steps, folder)
        } finally {
          await rm(folder, { recursive: true })
        }
      }),
      { numRuns: 40 },
    )
  },
)
