import type { ProofViews, RunningView } from '../src/pages/view/spec-view.ts'
import { rollUp } from '../src/spec/roll-up.ts'
import type { Dependencies, JournalEntry, NodeType, Spec, SpecNode } from '../src/spec/spec.ts'
import { withState } from '../src/state/state-of.ts'
import type { TaskState } from '../src/state/task-state.ts'

/** A part of a sample; its children name it as their parent. */
interface SampleNode {
  readonly type?: NodeType
  readonly title: string
  readonly state?: TaskState
  readonly children?: readonly string[]
  readonly dependencies?: Dependencies
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Makes a spec of parts; counts and parents are computed. */
export function sampleSpec(
  nodes: Readonly<Record<string, SampleNode>>,
  rest: Partial<Spec> = {},
): Spec {
  const parents = new Map<string, string>()
  for (const [id, { children = [] }] of Object.entries(nodes))
    for (const child of children) parents.set(child, id)
  const hierarchy = Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => [id, toNode(node, parents.get(id) ?? null)]),
  )
  return rollUp({
    spec_id: 'sample-2026-11-02-001',
    title: 'Sample',
    generated: '2026-11-02T08:00:00Z',
    last_updated: '2026-11-16T14:20:00Z',
    hierarchy,
    ...rest,
  })
}

function toNode(node: SampleNode, parent: string | null): SpecNode {
  const { type = 'task', title, state = 'pending', children = [], dependencies } = node
  const plain: SpecNode = {
    type,
    title,
    status: 'pending',
    parent,
    children,
    total_tasks: 0,
    completed_tasks: 0,
    dependencies: dependencies ?? {},
    metadata: node.metadata ?? {},
  }
  return withState(plain, state)
}

const check = (title: string, command: string, state: TaskState = 'pending'): SampleNode => ({
  type: 'verify',
  title,
  state,
  metadata: { verification_type: 'run-tests', command },
})

const journal: readonly JournalEntry[] = [
  {
    timestamp: '2026-11-12T09:10:00Z',
    entry_type: 'decision',
    title: 'Sessions are signed, not stored',
    content: 'A signed cookie needs no table, and a restart logs nobody out.',
    author: 'mira',
    task_id: 'task-1-1',
    metadata: { id: 'j1' },
  },
  {
    timestamp: '2026-11-13T16:42:00Z',
    entry_type: 'status_change',
    title: 'Completed: Hash passwords with scrypt',
    content: 'Two of two checks passed. Old hashes are read and written anew at the next login.',
    author: 'agent-north',
    task_id: 'task-1-2',
    metadata: { id: 'j2' },
  },
  {
    timestamp: '2026-11-16T10:05:00Z',
    entry_type: 'blocker',
    title: 'No mail server to test with',
    content: 'The reset link cannot be sent from this machine.',
    author: 'agent-south',
    task_id: 'task-2-3',
    metadata: { id: 'j3' },
  },
  {
    timestamp: '2026-11-16T13:58:00Z',
    entry_type: 'deviation',
    title: 'Limits count by account as well as by address',
    content: 'One address may be a whole school.',
    author: 'agent-north',
    task_id: 'task-2-2',
    metadata: { id: 'j4' },
  },
]

/** A plan in the middle of its work, with every state and every kind of proof. */
export const loginSpec = sampleSpec(
  {
    'spec-root': {
      type: 'spec',
      title: 'Log in without surprises',
      children: ['phase-1', 'phase-2', 'phase-3'],
    },
    'phase-1': {
      type: 'phase',
      title: 'Foundations',
      children: ['task-1-1', 'task-1-2', 'task-1-3', 'verify-1-9'],
      metadata: { description: 'What everything else stands on.' },
    },
    'task-1-1': {
      title: 'Sign sessions with a rotating key',
      state: 'completed',
      children: ['verify-1-1'],
      dependencies: { blocks: ['task-2-1'] },
      metadata: {
        task_category: 'implementation',
        description: 'A cookie carries the session; two keys are valid at a time.',
        acceptance_criteria: ['A changed cookie is refused', 'The old key works for a day'],
        file_path: 'src/session/sign.ts',
        status_note: 'Done with HMAC-SHA-256.',
      },
    },
    'verify-1-1': check('The tests of sessions pass', 'npx vitest run src/session', 'completed'),
    'task-1-2': {
      title: 'Hash passwords with scrypt',
      state: 'completed',
      children: ['verify-1-2'],
      dependencies: { blocks: ['task-2-1', 'task-2-3'] },
      metadata: { task_category: 'implementation', file_path: 'src/password/hash.ts' },
    },
    'verify-1-2': check('Old hashes are still read', 'npx vitest run src/password', 'completed'),
    'task-1-3': {
      title: 'Keep a list of sessions per account',
      state: 'cancelled',
      metadata: { cancel_reason: 'Sessions are signed now, so there is nothing to list.' },
    },
    'verify-1-9': check('Types and rules hold', 'npm run typecheck', 'completed'),
    'phase-2': {
      type: 'phase',
      title: 'The way in',
      children: ['task-2-1', 'task-2-2', 'task-2-3', 'task-2-4', 'task-2-5-k3f9', 'verify-2-9'],
      dependencies: { blocked_by: ['phase-1'] },
    },
    'task-2-1': {
      title: 'Log in with a password',
      children: ['task-2-1-1', 'verify-2-1', 'verify-2-2'],
      dependencies: {
        blocked_by: ['task-1-1', 'task-1-2'],
        blocks: ['task-2-2', 'task-2-4', 'task-3-1'],
      },
      metadata: {
        task_category: 'implementation',
        description: 'A form, a route, and one answer for every failure.',
        acceptance_criteria: [
          'A wrong name and a wrong password get the same answer in the same time',
          'After success the reader is where they wanted to go',
        ],
        file_path: 'src/login/route.ts',
        files: ['src/login/form.ts', 'src/login/route.ts'],
        comments: [
          {
            id: 'c1',
            author: 'mira',
            at: '2026-11-15T11:30:00Z',
            text: 'Please keep the form usable without script.',
          },
          {
            id: 'c2',
            author: 'agent-north',
            at: '2026-11-16T12:10:00Z',
            kind: 'question',
            text: 'Should a link back to another host be followed after login?',
          },
        ],
      },
    },
    'task-2-1-1': {
      type: 'subtask',
      title: 'The form works with a password manager',
      metadata: { acceptance_criteria: ['autocomplete names both fields'] },
    },
    'verify-2-1': check('The tests of login pass', 'npx vitest run src/login'),
    'verify-2-2': {
      type: 'verify',
      title: 'A person logged in on a phone',
      metadata: { verification_type: 'manual', expected: 'The keyboard does not hide the button' },
    },
    'task-2-2': {
      title: 'Limit attempts by account and address',
      dependencies: { blocked_by: ['task-2-1'], blocks: ['task-3-1'] },
      children: ['verify-2-3'],
      metadata: { file_path: 'src/login/limit.ts' },
    },
    'verify-2-3': check('The sixth attempt waits', 'npx vitest run src/login/limit'),
    'task-2-3': {
      title: 'Reset a forgotten password by mail',
      state: 'blocked',
      dependencies: { blocked_by: ['task-1-2'], blocks: ['task-3-2'] },
      children: ['verify-2-4'],
      metadata: {
        blocker_type: 'resource',
        blocker_description: 'There is no mail server to test with.',
        acceptance_criteria: ['A link works once', 'A link ends after an hour'],
      },
    },
    'verify-2-4': check('A link works once', 'npx vitest run src/reset'),
    'task-2-4': {
      title: 'Log out everywhere',
      state: 'failed',
      dependencies: { blocked_by: ['task-2-1'], depends: ['task-2-2'] },
      children: ['verify-2-5'],
      metadata: { failure_reason: 'Two of nine tests fail: the old key still opens a session.' },
    },
    'verify-2-5': check('Every session ends', 'npx vitest run src/logout'),
    'task-2-5-k3f9': {
      title: 'Escape the name in the greeting',
      dependencies: { depends: ['task-2-1'] },
      metadata: {
        discovered_from: 'task-2-1',
        description: 'A name with markup in it was shown as markup.',
        file_path: 'src/pages/greeting.ts',
      },
    },
    'verify-2-9': check('The whole suite passes', 'npm test'),
    'phase-3': {
      type: 'phase',
      title: 'Before anybody uses it',
      children: ['task-3-1', 'task-3-2', 'task-3-3'],
      dependencies: { blocked_by: ['phase-2'] },
    },
    'task-3-1': {
      title: 'Try to get in without a password',
      dependencies: { blocked_by: ['task-2-1', 'task-2-2'], blocks: ['task-3-2'] },
      metadata: { task_category: 'investigation' },
    },
    'task-3-2': {
      title: 'Write the page for operators',
      dependencies: { blocked_by: ['task-3-1', 'task-2-3'] },
      metadata: { file_path: 'docs/operators.md' },
    },
    'task-3-3': { title: 'Keys in hardware', state: 'deferred' },
  },
  {
    spec_id: 'login-2026-11-02-001',
    title: 'Log in without surprises',
    metadata: {
      mission: 'People get into their account with a password, and nobody else does.',
      description: 'Replaces the login of the old shop. Single sign-on is not a part of it.',
      open_questions: ['How long is a session valid on a shared machine?'],
      comments: [
        { id: 'c9', author: 'jo', at: '2026-11-14T08:00:00Z', text: 'The order looks right.' },
      ],
    },
    journal,
  },
)

/** Who works on that plan. */
export const loginRunning: RunningView = {
  'task-2-1-1': {
    state: 'in_progress',
    holder: 'agent-north',
    lease_expires: '2026-11-16T14:50:00Z',
    started_at: '2026-11-16T13:40:00Z',
  },
  'task-2-1': { state: 'in_progress', holder: 'agent-north' },
  'task-2-2': {
    state: 'in_review',
    holder: 'agent-south',
    lease_expires: '2026-11-16T14:44:00Z',
    started_at: '2026-11-16T12:00:00Z',
  },
}

/** What is proved of that plan. */
export const loginProofs: ProofViews = {
  'verify-1-1': {
    state: 'passed',
    by: 'foundry',
    at: '2026-11-12T15:00:00Z',
    exit_code: 0,
    duration_ms: 4210,
  },
  'verify-1-2': {
    state: 'stale',
    by: 'foundry',
    at: '2026-11-13T16:40:00Z',
    exit_code: 0,
    duration_ms: 3180,
    note: 'src/password/hash.ts changed since.',
  },
  'verify-1-9': { state: 'passed', by: 'foundry', at: '2026-11-13T16:50:00Z', exit_code: 0 },
  'verify-2-3': { state: 'claimed', by: 'agent-south', at: '2026-11-16T13:55:00Z' },
  'verify-2-5': {
    state: 'failed',
    by: 'foundry',
    at: '2026-11-16T14:02:00Z',
    exit_code: 1,
    duration_ms: 8400,
  },
}

/** Texts that want to be markup, and ids that want to be paths. */
export const hostileTexts: readonly string[] = [
  '</style></title><script>document.title="changed"</script>',
  '"><img src=x onerror="document.title=\'changed\'">',
  "' onfocus='document.title=1' autofocus='",
  `${'Donaudampfschifffahrtsgesellschaft'.repeat(12)}`,
  '../../etc/passwd?a=b#c',
  'javascript:alert(1)',
  '__proto__',
  '\u202Egnp.exe',
]

/** A plan in which every text and every id is hostile. */
export function toHostileSpec(): Spec {
  const ids = hostileTexts.map((text) => `task ${text}`)
  const tasks = ids.map((id, at): [string, SampleNode] => [
    id,
    {
      title: hostileTexts[at] ?? '',
      dependencies: { blocked_by: [...ids.slice(0, at), `missing ${id}`] },
      metadata: {
        description: hostileTexts[at],
        file_path: hostileTexts[at],
        acceptance_criteria: hostileTexts,
        discovered_from: ids[0],
        comments: hostileTexts.map((text) => ({ id: text, author: text, text, kind: 'question' })),
      },
    },
  ])
  const check: SampleNode = {
    type: 'verify',
    title: hostileTexts[0] ?? '',
    metadata: { verification_type: 'manual', command: hostileTexts[1] },
  }
  return sampleSpec(
    {
      'spec-root': { type: 'spec', title: 'x', children: ['phase "1"'] },
      'phase "1"': {
        type: 'phase',
        title: hostileTexts[1] ?? '',
        children: [...ids, 'verify <1>'],
      },
      'verify <1>': check,
      ...Object.fromEntries(tasks),
    },
    {
      spec_id: '"><script>x</script>',
      title: hostileTexts[0] ?? '',
      metadata: { mission: hostileTexts[3], open_questions: hostileTexts },
      journal: hostileTexts.map((text) => ({
        timestamp: text,
        entry_type: 'note',
        title: text,
        content: text,
        author: text,
        task_id: text,
      })),
    },
  )
}

/** A plan with so many tasks, in phases of fifty; each task waits for the one before. */
export function toLargeSpec(size: number): Spec {
  const phases = Array.from({ length: Math.ceil(size / 50) }, (_, at) => `phase-${at + 1}`)
  const idOf = (at: number) => `task-${Math.floor(at / 50) + 1}-${(at % 50) + 1}`
  const tasks = Array.from({ length: size }, (_, at): [string, SampleNode] => [
    idOf(at),
    {
      title: `Move table ${at + 1} to the new schema`,
      state: at < size / 3 ? 'completed' : 'pending',
      dependencies: { blocked_by: at === 0 ? [] : [idOf(at - 1)] },
      metadata: {
        description: 'Copy rows in batches and compare the counts.',
        acceptance_criteria: ['Counts are equal', 'Nothing waits longer than a second'],
        file_path: `migrations/${at + 1}.sql`,
      },
    },
  ])
  const toPhase = (id: string, at: number): [string, SampleNode] => [
    id,
    {
      type: 'phase',
      title: `Part ${at + 1} of the schema`,
      children: tasks.slice(at * 50, at * 50 + 50).map(([task]) => task),
    },
  ]
  return sampleSpec(
    {
      'spec-root': { type: 'spec', title: 'Large', children: phases },
      ...Object.fromEntries(phases.map(toPhase)),
      ...Object.fromEntries(tasks),
    },
    { spec_id: 'large-2026-11-02-001', title: 'Move every table' },
  )
}

/** A plan without anything in it. */
export const emptySpec = sampleSpec(
  { 'spec-root': { type: 'spec', title: 'Empty' } },
  { spec_id: 'empty-2026-11-02-001', title: 'Something new' },
)
