import { rollUp } from '../spec/roll-up.ts'
import type { JournalEntry, Spec, SpecNode } from '../spec/spec.ts'

/** What a test says of a spec beside what every spec has. */
export type SpecParts = Partial<Omit<Spec, 'hierarchy'>> & {
  /** Members of nodes that differ, by id; a node that is not there yet is a task of `phase-1`. */
  readonly nodes?: Readonly<Record<string, Partial<SpecNode>>> | undefined
}

/**
 * Makes a small valid spec: two phases, the second after the first, with three tasks, a check of
 * each phase, a question and a journal. Counts and derived values are right whatever differs.
 */
export function aSpec({ nodes = {}, ...rest }: SpecParts = {}): Spec {
  const hierarchy: Record<string, SpecNode> = { ...plan() }
  for (const [id, parts] of Object.entries(nodes)) addNode(hierarchy, id, parts)
  return rollUp({ ...frame(), ...rest, hierarchy })
}

/** Makes a task that lacks nothing. */
export const aTask = (parts: Partial<SpecNode> = {}): SpecNode => ({
  type: 'task',
  title: 'Write the parser',
  status: 'pending',
  parent: 'phase-1',
  children: [],
  total_tasks: 1,
  completed_tasks: 0,
  dependencies: { blocks: [], blocked_by: [], depends: [] },
  ...parts,
  metadata: {
    task_category: 'implementation',
    description: 'Reads the query of a search.',
    acceptance_criteria: ['An empty query is refused.'],
    file_path: 'src/parse.ts',
    complexity: 'medium',
    estimated_hours: 2,
    ...parts.metadata,
  },
})

function addNode(hierarchy: Record<string, SpecNode>, id: string, parts: Partial<SpecNode>): void {
  const known = hierarchy[id]
  if (known !== undefined) {
    const metadata = { ...known.metadata, ...parts.metadata }
    hierarchy[id] = { ...known, ...parts, metadata }
    return
  }
  const node = aTask(parts)
  hierarchy[id] = node
  const parent = hierarchy[node.parent ?? '']
  if (parent === undefined || parent.children.includes(id)) return
  hierarchy[node.parent ?? ''] = { ...parent, children: [...parent.children, id] }
}

const entry: JournalEntry = {
  timestamp: '2026-01-30T10:00:00Z',
  entry_type: 'decision',
  title: 'Use an index',
  content: 'A scan of all documents was too slow.',
  author: 'ada',
  task_id: 'task-1-1',
  metadata: {},
}

const frame = (): Omit<Spec, 'hierarchy'> => ({
  spec_id: 'search-2026-01-30-001',
  title: 'Search',
  generated: '2026-01-30T09:00:00Z',
  last_updated: '2026-01-30T10:00:00Z',
  status: 'pending',
  progress_percentage: 0,
  current_phase: 'phase-1',
  metadata: {
    mission: 'Documents are found by their words.',
    objectives: ['Answer a query within 50 ms.'],
    success_criteria: ['Ten thousand documents are searched.'],
    constraints: ['No new runtime dependency.'],
    risks: [{ description: 'The index grows.', likelihood: 'low', impact: 'medium' }],
    plan_path: '.plans/search.md',
    plan_review_path: '.plan-reviews/search.md',
  },
  journal: [entry],
})

const container = (parts: Partial<SpecNode>): SpecNode => ({
  type: 'phase',
  title: 'A part',
  status: 'pending',
  parent: 'spec-root',
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  dependencies: { blocks: [], blocked_by: [], depends: [] },
  metadata: {},
  ...parts,
})

const check = (parts: Partial<SpecNode>): SpecNode => ({
  ...container({ type: 'verify', title: 'Run the tests', total_tasks: 1 }),
  metadata: { verification_type: 'run-tests', command: 'npm test', expected: 'All pass.' },
  ...parts,
})

const plan = (): Readonly<Record<string, SpecNode>> => ({
  'spec-root': container({
    type: 'spec',
    title: 'Search',
    parent: null,
    children: ['phase-1', 'phase-2'],
  }),
  'phase-1': container({
    title: 'Parse',
    children: ['task-1-1', 'task-1-2', 'research-1-1', 'verify-1-1'],
    dependencies: { blocks: ['phase-2'], blocked_by: [], depends: [] },
  }),
  'task-1-1': aTask({ dependencies: { blocks: ['task-1-2'], blocked_by: [], depends: [] } }),
  'task-1-2': aTask({
    title: 'Write the words of a query',
    dependencies: { blocks: [], blocked_by: ['task-1-1'], depends: [] },
    metadata: { task_category: 'refactoring', file_path: 'src/words.ts' },
  }),
  'research-1-1': container({
    type: 'research',
    title: 'Which stemmer is best?',
    parent: 'phase-1',
    total_tasks: 1,
    metadata: { research_type: 'deep-research', blocking_mode: 'soft', query: 'stemmers' },
  }),
  'verify-1-1': check({ parent: 'phase-1' }),
  'phase-2': container({
    title: 'Index',
    children: ['task-2-1', 'verify-2-1'],
    dependencies: { blocks: [], blocked_by: ['phase-1'], depends: [] },
  }),
  'task-2-1': aTask({
    title: 'Write the index',
    parent: 'phase-2',
    dependencies: { blocks: [], blocked_by: [], depends: ['task-1-2'] },
    metadata: { file_path: 'src/index.ts', complexity: 'high' },
  }),
  'verify-2-1': check({
    parent: 'phase-2',
    title: 'Compare with the plan',
    metadata: { verification_type: 'fidelity', scope: 'phase', target: 'phase-2' },
  }),
})
