import type { PlanKind } from '../foreign-plan.ts'
import type { PlanFiles } from './create-plan-files.ts'

/** A plan that was found: what it is, and the files that it consists of. */
export interface Candidate {
  readonly kind: PlanKind
  /** The file or folder to ask for. */
  readonly path: string
  readonly files: readonly string[]
}

type Listing = Pick<PlanFiles, 'list' | 'name'>

const under = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/** Returns the plans in a folder by the names that programs give them. */
export async function findCandidates(files: Listing): Promise<readonly Candidate[]> {
  const found = [
    ...(await findFile(files, 'task-master', [
      '.taskmaster/tasks/tasks.json',
      'tasks/tasks.json',
      'tasks.json',
    ])),
    ...(await findBeads(files)),
    ...(await findBacklog(files)),
    ...(await findFolders(files, 'openspec', ['openspec/changes', 'changes'])),
    ...(await findFolders(files, 'kiro', ['.kiro/specs', '.spec-workflow/specs'])),
    ...(await findFolders(files, 'spec-kit', ['specs', '.specify/specs'])),
    ...(await findOne(files)),
    ...(await findClaudeCode(files)),
  ]
  return found.length > 0 ? found : findMarkdown(files)
}

async function findFile(
  { list }: Listing,
  kind: PlanKind,
  paths: readonly string[],
): Promise<readonly Candidate[]> {
  for (const path of paths) {
    const at = path.lastIndexOf('/')
    const names = await list(at === -1 ? '' : path.slice(0, at))
    if (names.includes(path.slice(at + 1))) return [{ kind, path, files: [path] }]
  }
  return []
}

async function findBeads(files: Listing): Promise<readonly Candidate[]> {
  const known = await findFile(files, 'beads', ['.beads/issues.jsonl', '.beads/beads.jsonl'])
  if (known.length > 0) return known
  for (const folder of ['.beads', '']) {
    const names = (await files.list(folder)).filter((name) => name.endsWith('.jsonl'))
    const [path] = names.map((name) => under(folder, name))
    if (path !== undefined && names.length === 1) return [{ kind: 'beads', path, files: [path] }]
  }
  return []
}

const isMarkdown = (name: string) => /\.md$/i.test(name)

async function findBacklog({ list }: Listing): Promise<readonly Candidate[]> {
  for (const folder of ['backlog', '.backlog', '']) {
    const names = await list(folder)
    const configs = names.filter((name) => /^(?:backlog\.)?config\.ya?ml$/.test(name))
    const tasks = (await list(under(folder, 'tasks'))).filter(isMarkdown)
    const isNamed = tasks.some((name) => /^\S+ - /.test(name))
    if (tasks.length === 0 || (configs.length === 0 && !isNamed)) continue
    const folders = ['tasks', 'completed', 'drafts', 'milestones', 'archive/tasks', 'decisions']
    const all = configs.map((name) => under(folder, name))
    for (const part of folders) {
      const at = under(folder, part)
      all.push(...(await list(at)).filter(isMarkdown).map((name) => `${at}/${name}`))
    }
    return [{ kind: 'backlog', path: folder || '.', files: all }]
  }
  return []
}

const documents = ['tasks.md', 'proposal.md', 'requirements.md', 'spec.md', 'design.md', 'plan.md']

/** The files of one change or feature. */
async function filesIn({ list }: Listing, folder: string): Promise<readonly string[]> {
  const names = await list(folder)
  const found = documents.filter((name) => names.includes(name)).map((name) => under(folder, name))
  if (!names.includes('specs/')) return found
  for (const capability of await list(under(folder, 'specs'))) {
    const path = under(folder, `specs/${capability}`)
    if (!capability.endsWith('/')) found.push(path)
    else if ((await list(path.slice(0, -1))).includes('spec.md')) found.push(`${path}spec.md`)
  }
  return found.filter(isMarkdown)
}

/** A folder for each change or feature. */
async function findFolders(
  files: Listing,
  kind: PlanKind,
  folders: readonly string[],
): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const folder of folders) {
    const names = (await files.list(folder)).filter((name) => name.endsWith('/'))
    for (const name of names.filter((one) => one !== 'archive/')) {
      const path = under(folder, name.slice(0, -1))
      const inside = await filesIn(files, path)
      const hasTasks = inside.includes(`${path}/tasks.md`)
      const hasProposal = kind === 'openspec' && inside.includes(`${path}/proposal.md`)
      if (hasTasks || hasProposal) found.push({ kind, path, files: inside })
    }
  }
  return found
}

/** The folder itself is a change or a feature. */
async function findOne(files: Listing): Promise<readonly Candidate[]> {
  const inside = await filesIn(files, '')
  if (!inside.includes('tasks.md') && !inside.includes('proposal.md')) return []
  const kind = inside.includes('proposal.md') ? 'openspec' : kindBeside(inside)
  return kind === undefined ? [] : [{ kind, path: '.', files: inside }]
}

function kindBeside(names: readonly string[]): PlanKind | undefined {
  if (names.includes('requirements.md')) return 'kiro'
  return names.includes('spec.md') || names.includes('plan.md') ? 'spec-kit' : undefined
}

async function findClaudeCode({ list }: Listing): Promise<readonly Candidate[]> {
  const names = (await list('')).filter((name) => /^\d+\.json$/.test(name))
  return names.length === 0 ? [] : [{ kind: 'claude-code', path: '.', files: names }]
}

/** Files that people call plans. What each is shows when it is read. */
async function findMarkdown({ list }: Listing): Promise<readonly Candidate[]> {
  const names = (await list('')).filter(isMarkdown)
  const named = names.filter((name) => /^(?:tasks?|plan|todo|roadmap|implementation)\b/i.test(name))
  const found = named.length > 0 || names.length > 1 ? named : names
  return found.map((path) => ({ kind: 'markdown', path, files: [path] }))
}
