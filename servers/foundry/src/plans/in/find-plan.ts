import { FoundryError } from '../../errors/foundry-error.ts'
import type { ForeignPlan, PlanFile, PlanKind } from '../foreign-plan.ts'
import { createPlanFiles, type PlanFiles } from './create-plan-files.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import { kindOfFile } from './kind-of-file.ts'
import { planKinds, readPlan } from './read-plan.ts'

/** How a plan is chosen if there are several. */
export interface FindPlanOptions {
  readonly kind?: PlanKind | undefined
}

/** Finds the plan in a file or a folder, and reads it. Nothing outside the path is read. */
export async function findPlan(path: string, { kind }: FindPlanOptions = {}): Promise<ForeignPlan> {
  const files = await createPlanFiles(path)
  const plan =
    files.file === undefined
      ? await readFolder(files, { path, kind })
      : await readOne(files, { path, kind })
  return { ...plan, remarks: [...files.remarks, ...plan.remarks] }
}

interface Place extends FindPlanOptions {
  /** As it was given: its folders may say what a plan is. */
  readonly path: string
}

const slashed = (path: string) => path.replaceAll('\\', '/')

async function readOne(files: PlanFiles, { path, kind }: Place): Promise<ForeignPlan> {
  const file = await files.read(files.file ?? '')
  // Folders in the path say what a file is; only the file is read.
  const found = kind ?? kindOfFile({ ...file, path: slashed(path) })
  if (found !== undefined) return readPlan(found, [file])
  throw new FoundryError('INVALID_PLAN', `${file.path} is not a plan that is known.`, {
    path: 'path',
    hint: `Say what it is with kind: ${planKinds.join(', ')}.`,
  })
}

async function readFolder(files: PlanFiles, { path: folder, kind }: Place): Promise<ForeignPlan> {
  const all = await findCandidates(files)
  const wanted = kind === undefined ? all : all.filter((one) => one.kind === kind)
  const [first, ...others] = wanted
  if (first === undefined) throw nothing(files, all, kind)
  if (others.length > 0) throw several(wanted)
  const texts: PlanFile[] = []
  for (const path of first.files) {
    const file = await files.read(path)
    texts.push(isOwn(first) ? { ...file, path: `${files.name}/${path}` } : file)
  }
  // A Markdown file in a folder may be of any kind that is Markdown.
  const [file] = texts
  const isFree = kind === undefined && first.kind === 'markdown' && file !== undefined
  const found = isFree ? kindOfFile({ ...file, path: slashed(`${folder}/tasks.md`) }) : undefined
  return readPlan(found ?? first.kind, texts)
}

/** True if the folder itself is the change or feature: its name is that of the plan. */
const isOwn = ({ kind, path }: Candidate) =>
  path === 'tasks.md' ||
  (path === '.' && (kind === 'kiro' || kind === 'openspec' || kind === 'spec-kit'))

function nothing(
  { name }: PlanFiles,
  all: readonly Candidate[],
  kind: PlanKind | undefined,
): FoundryError {
  const others = all.map((one) => `${one.kind} in ${one.path}`).join('; ')
  const what = kind === undefined ? 'plan' : `plan of the kind ${kind}`
  const found = others === '' ? '' : ` There is: ${others}.`
  return new FoundryError('INVALID_PLAN', `The folder ${name} does not have a ${what}.${found}`, {
    path: 'path',
    hint: `Give the file itself, and kind if it is not found by its name: ${planKinds.join(', ')}.`,
  })
}

function several(found: readonly Candidate[]): FoundryError {
  const list = found.map(({ kind, path }) => `${kind} in ${path}`).join('; ')
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  const [first] = found
  const byKind = kinds.length > 1 ? `Choose one with kind: ${kinds.join(', ')}. ` : ''
  return new FoundryError('INVALID_PLAN', `There are several plans: ${list}.`, {
    path: kinds.length > 1 ? 'kind' : 'path',
    hint: `${byKind}Or give the path of one, such as ${first?.path ?? 'tasks.json'}.`,
    details: { found: found.slice(0, 100).map(({ kind, path }) => ({ kind, path })) },
  })
}
