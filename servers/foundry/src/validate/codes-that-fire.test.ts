import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../findings/finding.ts'
import { aSpec } from '../testing/a-spec.ts'
import { anyDamagedSpec } from '../testing/any-damaged-spec.ts'
import { createDraft } from './faults/create-draft.ts'
import { type FindingCode, findingCodes } from './finding-codes.ts'
import { readSpec } from './read-spec.ts'
import { validateSpec } from './validate-spec.ts'

/** Values that a small valid spec gets, by their places; undefined takes one away. */
type Changes = Readonly<Record<string, unknown>>

/** A damaged file, and every finding of it as `CODE path`. */
interface Damage {
  readonly file: Changes | string
  readonly folder?: string
  readonly finds: readonly string[]
}

const task = 'hierarchy/task-1-1'
const meta = `${task}/metadata`

const valid = JSON.stringify(aSpec(), null, 2)

function damage(changes: Changes): string {
  // The cast names what the text holds.
  const draft = createDraft(JSON.parse(valid) as object)
  for (const [path, value] of Object.entries(changes)) {
    const place = path.split('/')
    if (value === undefined) draft.remove(place)
    else draft.set(place, value)
  }
  return JSON.stringify(draft.value(), null, 2)
}

function findingsOf({ file, folder }: Damage): readonly Finding[] {
  const read = readSpec(typeof file === 'string' ? file : damage(file))
  return read.ok ? validateSpec(read.spec, { folder }) : read.findings
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `task-9-${at}`)
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const marked = `${valid.slice(0, 20)}\n<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n`
const root = JSON.stringify(aSpec().hierarchy['spec-root'])

/** The counts of a task without parts that are there, and of what is above it. */
const countsOfPhase1 = (total: number): Changes => ({
  [`${task}/total_tasks`]: 0,
  'hierarchy/phase-1/total_tasks': total,
  'hierarchy/spec-root/total_tasks': total + 2,
})

/** The children that fit to what the other nodes say. */
const ofPhase1 = ['task-1-1', 'task-1-2', 'research-1-1', 'verify-1-1']

const damages: Readonly<Record<FindingCode, Damage>> = {
  INVALID_JSON: { file: valid.slice(0, -20), finds: ['INVALID_JSON '] },
  MERGE_MARKERS: { file: marked, finds: ['MERGE_MARKERS '] },
  DUPLICATE_KEY: {
    file: valid.replace('"spec-root": {', `"spec-root": ${root}, "spec-root": {`),
    finds: ['DUPLICATE_KEY hierarchy.spec-root'],
  },
  INVALID_SPEC_TYPE: { file: '[]', finds: ['INVALID_SPEC_TYPE '] },
  MISSING_REQUIRED_FIELD: {
    file: { generated: undefined, spec_id: undefined },
    finds: ['MISSING_REQUIRED_FIELD spec_id', 'MISSING_REQUIRED_FIELD generated'],
  },
  INVALID_FIELD_TYPE: {
    file: { title: 5, status: [], [`${task}/parent`]: 7, [`${task}/total_tasks`]: '1' },
    finds: [
      'INVALID_FIELD_TYPE title',
      'INVALID_FIELD_TYPE status',
      'INVALID_FIELD_TYPE hierarchy.task-1-1.parent',
      'INVALID_FIELD_TYPE hierarchy.task-1-1.total_tasks',
    ],
  },
  INVALID_HIERARCHY_TYPE: { file: { hierarchy: [] }, finds: ['INVALID_HIERARCHY_TYPE hierarchy'] },
  EMPTY_HIERARCHY: { file: { hierarchy: {} }, finds: ['EMPTY_HIERARCHY hierarchy'] },
  INVALID_JOURNAL_ENTRY: {
    file: { journal: [1, { ...aSpec().journal?.[0], author: 7, title: undefined }] },
    finds: [
      'INVALID_JOURNAL_ENTRY journal[0]',
      'INVALID_JOURNAL_ENTRY journal[1].title',
      'INVALID_JOURNAL_ENTRY journal[1].author',
    ],
  },
  INVALID_SPEC_ID_FORMAT: {
    file: { spec_id: '../../etc' },
    finds: ['INVALID_SPEC_ID_FORMAT spec_id'],
  },
  INVALID_DATE_FORMAT: {
    file: { generated: '2026/01/30 09:00' },
    finds: ['INVALID_DATE_FORMAT generated'],
  },
  FOLDER_MISMATCH: { file: {}, folder: 'completed', finds: ['FOLDER_MISMATCH '] },

  MISSING_SPEC_ROOT: {
    file: { hierarchy: { 'phase-1': { ...aSpec().hierarchy['phase-1'], children: [] } } },
    finds: ['MISSING_SPEC_ROOT hierarchy'],
  },
  INVALID_ROOT_PARENT: {
    file: { 'hierarchy/spec-root/parent': 'gone' },
    finds: ['INVALID_ROOT_PARENT hierarchy.spec-root.parent'],
  },
  INVALID_CHILDREN_TYPE: {
    file: { 'hierarchy/phase-1/children': 'task-1-1', 'hierarchy/phase-2/children': [1] },
    finds: [
      'INVALID_CHILDREN_TYPE hierarchy.phase-1.children',
      'INVALID_CHILDREN_TYPE hierarchy.phase-2.children',
    ],
  },
  CYCLE_DETECTED: {
    file: { [`${task}/children`]: ['phase-1'] },
    finds: ['CYCLE_DETECTED hierarchy.phase-1.children'],
  },
  NULL_PARENT: {
    file: { [`${task}/parent`]: null },
    finds: ['NULL_PARENT hierarchy.task-1-1.parent'],
  },
  MISSING_PARENT: {
    file: { [`${task}/parent`]: 'phase-9' },
    finds: ['MISSING_PARENT hierarchy.task-1-1.parent'],
  },
  MISSING_CHILD: {
    file: { 'hierarchy/phase-1/children': [...ofPhase1, 'task-1-9'] },
    finds: ['MISSING_CHILD hierarchy.phase-1.children'],
  },
  DUPLICATE_CHILD: {
    file: {
      'hierarchy/phase-1/children': [...ofPhase1, 'task-1-1'],
      'hierarchy/phase-1/total_tasks': 5,
      'hierarchy/spec-root/total_tasks': 7,
    },
    finds: ['DUPLICATE_CHILD hierarchy.phase-1.children'],
  },
  PARENT_CHILD_MISMATCH: {
    file: { [`${task}/parent`]: 'phase-2' },
    finds: ['PARENT_CHILD_MISMATCH hierarchy.task-1-1.parent'],
  },
  ORPHANED_NODES: {
    file: {
      'hierarchy/phase-1/children': ofPhase1.slice(1),
      'hierarchy/phase-1/total_tasks': 3,
      'hierarchy/spec-root/total_tasks': 5,
    },
    finds: ['ORPHANED_NODES hierarchy.task-1-1'],
  },

  INVALID_NODE_ID: {
    file: { 'hierarchy/phase-1/children': [...ofPhase1, 'constructor'], 'hierarchy/a\ud800b': {} },
    finds: [
      'INVALID_NODE_ID hierarchy.phase-1.children',
      'INVALID_NODE_ID hierarchy["a\\ud800b"]',
      ...['type', 'title', 'status', 'parent', 'total_tasks', 'completed_tasks']
        .concat('children', 'metadata')
        .map((name) => `MISSING_NODE_FIELD hierarchy["a\\ud800b"].${name}`),
    ],
  },
  INVALID_NODE_STRUCTURE: {
    file: { [task]: 'Write' },
    finds: ['INVALID_NODE_STRUCTURE hierarchy.task-1-1'],
  },
  MISSING_NODE_FIELD: {
    file: { [`${task}/status`]: undefined, [meta]: undefined },
    finds: [
      'MISSING_NODE_FIELD hierarchy.task-1-1.status',
      'MISSING_NODE_FIELD hierarchy.task-1-1.metadata',
    ],
  },
  INVALID_NODE_TYPE: {
    file: { [`${task}/type`]: 'epic' },
    finds: ['INVALID_NODE_TYPE hierarchy.task-1-1.type'],
  },
  INVALID_STATUS: {
    file: { [`${task}/status`]: 'failed' },
    finds: ['INVALID_STATUS hierarchy.task-1-1.status'],
  },
  UNKNOWN_STATE: {
    file: { [`${meta}/state`]: 'paused' },
    finds: ['UNKNOWN_STATE hierarchy.task-1-1.metadata.state'],
  },
  MISSING_CANCEL_REASON: {
    file: {
      [`${task}/status`]: 'completed',
      [`${task}/completed_tasks`]: 1,
      [`${meta}/state`]: 'cancelled',
      'hierarchy/phase-1/completed_tasks': 1,
      'hierarchy/phase-1/status': 'in_progress',
      'hierarchy/spec-root/completed_tasks': 1,
      'hierarchy/spec-root/status': 'in_progress',
      status: 'in_progress',
      progress_percentage: 16,
    },
    finds: ['MISSING_CANCEL_REASON hierarchy.task-1-1.metadata.cancel_reason'],
  },
  EMPTY_TITLE: {
    file: { [`${task}/title`]: '  ' },
    finds: ['EMPTY_TITLE hierarchy.task-1-1.title'],
  },

  COMPLETED_EXCEEDS_TOTAL: {
    file: { 'hierarchy/phase-1/completed_tasks': 9 },
    finds: ['COMPLETED_EXCEEDS_TOTAL hierarchy.phase-1.completed_tasks'],
  },
  TOTAL_TASKS_MISMATCH: {
    file: { 'hierarchy/phase-1/total_tasks': 9 },
    finds: ['TOTAL_TASKS_MISMATCH hierarchy.phase-1.total_tasks'],
  },
  COMPLETED_TASKS_MISMATCH: {
    file: { 'hierarchy/phase-1/completed_tasks': 1 },
    finds: ['COMPLETED_TASKS_MISMATCH hierarchy.phase-1.completed_tasks'],
  },
  INVALID_LEAF_COUNT: {
    file: { [`${task}/total_tasks`]: 3 },
    finds: ['INVALID_LEAF_COUNT hierarchy.task-1-1.total_tasks'],
  },
  DERIVED_VALUE_MISMATCH: {
    file: { current_phase: 'phase-2', 'hierarchy/phase-2/status': 'blocked' },
    finds: [
      'DERIVED_VALUE_MISMATCH current_phase',
      'DERIVED_VALUE_MISMATCH hierarchy.phase-2.status',
    ],
  },

  INVALID_DEPENDENCIES_TYPE: {
    file: { [`${task}/dependencies`]: ['task-1-2'] },
    finds: ['INVALID_DEPENDENCIES_TYPE hierarchy.task-1-1.dependencies'],
  },
  INVALID_DEPENDENCY_FIELD: {
    file: { [`${task}/dependencies`]: { blocks: 'task-1-2' } },
    finds: ['INVALID_DEPENDENCY_FIELD hierarchy.task-1-1.dependencies.blocks'],
  },
  MISSING_DEPENDENCY_TARGET: {
    file: { [`${task}/dependencies/depends`]: ['task-9-9'] },
    finds: ['MISSING_DEPENDENCY_TARGET hierarchy.task-1-1.dependencies.depends'],
  },
  BIDIRECTIONAL_INCONSISTENCY: {
    file: { [`${task}/dependencies`]: {} },
    finds: ['BIDIRECTIONAL_INCONSISTENCY hierarchy.task-1-2.dependencies.blocked_by'],
  },
  SELF_DEPENDENCY: {
    file: { [`${task}/dependencies/blocked_by`]: ['task-1-1'] },
    finds: ['SELF_DEPENDENCY hierarchy.task-1-1.dependencies.blocked_by'],
  },
  DEPENDENCY_CYCLE: {
    file: {
      [`${task}/dependencies/blocked_by`]: ['task-1-2'],
      'hierarchy/task-1-2/dependencies/blocks': ['task-1-1'],
    },
    finds: ['DEPENDENCY_CYCLE hierarchy.task-1-1.dependencies'],
  },

  MERGE_CONFLICT: {
    file: {
      [`${meta}/conflicts`]: [
        { member: 'title', reason: 'both_changed', kept: 'Write it', other: 'Draw it' },
      ],
    },
    finds: ['MERGE_CONFLICT hierarchy.task-1-1.title'],
  },

  INVALID_METADATA_TYPE: {
    file: { metadata: 'none', [meta]: [] },
    finds: ['INVALID_METADATA_TYPE metadata', 'INVALID_METADATA_TYPE hierarchy.task-1-1.metadata'],
  },
  MISSING_MISSION: {
    file: { 'metadata/mission': ' ' },
    finds: ['MISSING_MISSION metadata.mission'],
  },
  EMPTY_SUCCESS_CRITERIA: {
    file: { 'metadata/success_criteria': [] },
    finds: ['EMPTY_SUCCESS_CRITERIA metadata.success_criteria'],
  },
  EMPTY_CONSTRAINTS: {
    file: { 'metadata/constraints': undefined },
    finds: ['EMPTY_CONSTRAINTS metadata.constraints'],
  },
  MISSING_PLAN_PATH: {
    file: { 'metadata/plan_path': undefined },
    finds: ['MISSING_PLAN_PATH metadata.plan_path'],
  },
  MISSING_PLAN_REVIEW_PATH: {
    file: { 'metadata/plan_review_path': undefined },
    finds: ['MISSING_PLAN_REVIEW_PATH metadata.plan_review_path'],
  },
  INVALID_RISK_ENTRY: {
    file: { 'metadata/risks': ['growth'] },
    finds: ['INVALID_RISK_ENTRY metadata.risks[0]'],
  },
  MISSING_RISK_DESCRIPTION: {
    file: { 'metadata/risks': [{ impact: 'high' }] },
    finds: ['MISSING_RISK_DESCRIPTION metadata.risks[0].description'],
  },
  INVALID_RISK_FIELD: {
    file: { 'metadata/risks': [{ description: 'It grows.', likelihood: 'often' }] },
    finds: ['INVALID_RISK_FIELD metadata.risks[0].likelihood'],
  },
  MISSING_VERIFICATION_TYPE: {
    file: { 'hierarchy/verify-1-1/metadata/verification_type': undefined },
    finds: ['MISSING_VERIFICATION_TYPE hierarchy.verify-1-1.metadata.verification_type'],
  },
  INVALID_VERIFICATION_TYPE: {
    file: { 'hierarchy/verify-1-1/metadata/verification_type': 'look' },
    finds: ['INVALID_VERIFICATION_TYPE hierarchy.verify-1-1.metadata.verification_type'],
  },
  MISSING_TASK_CATEGORY: {
    file: { [`${meta}/task_category`]: undefined },
    finds: ['MISSING_TASK_CATEGORY hierarchy.task-1-1.metadata.task_category'],
  },
  INVALID_TASK_CATEGORY: {
    file: { [`${meta}/task_category`]: 'coding' },
    finds: ['INVALID_TASK_CATEGORY hierarchy.task-1-1.metadata.task_category'],
  },
  UNKNOWN_FIELD: {
    file: { [`${meta}/estimated_hours`]: undefined, [`${meta}/estimated_hour`]: 2 },
    finds: ['UNKNOWN_FIELD hierarchy.task-1-1.metadata.estimated_hour'],
  },
  MISSING_TASK_DESCRIPTION: {
    file: { [`${meta}/description`]: undefined },
    finds: ['MISSING_TASK_DESCRIPTION hierarchy.task-1-1.metadata.description'],
  },
  MISSING_ACCEPTANCE_CRITERIA: {
    file: { [`${meta}/acceptance_criteria`]: [] },
    finds: ['MISSING_ACCEPTANCE_CRITERIA hierarchy.task-1-1.metadata.acceptance_criteria'],
  },
  INVALID_ACCEPTANCE_CRITERIA: {
    file: { [`${meta}/acceptance_criteria`]: ['It works.', 5] },
    finds: ['INVALID_ACCEPTANCE_CRITERIA hierarchy.task-1-1.metadata.acceptance_criteria'],
  },
  MISSING_FILE_PATH: {
    file: { [`${meta}/file_path`]: undefined },
    finds: ['MISSING_FILE_PATH hierarchy.task-1-1.metadata.file_path'],
  },
  INVALID_COMPLEXITY: {
    file: { [`${meta}/complexity`]: 'hard' },
    finds: ['INVALID_COMPLEXITY hierarchy.task-1-1.metadata.complexity'],
  },
  MISSING_COMPLEXITY: {
    file: { [`${meta}/complexity`]: undefined },
    finds: ['MISSING_COMPLEXITY hierarchy.task-1-1.metadata.complexity'],
  },

  INPUT_TOO_LARGE: { file: `"${'x'.repeat(20_000_000)}"`, finds: ['INPUT_TOO_LARGE '] },
  INPUT_TOO_DEEP: { file: '['.repeat(1_000_000), finds: ['INPUT_TOO_DEEP '] },
  UNSAFE_KEY: {
    file: valid.replace('"metadata"', '"__proto__": {}, "metadata"'),
    finds: ['UNSAFE_KEY __proto__'],
  },
  EXCESSIVE_NESTING: {
    file: { [`${meta}/proof`]: nested(9) },
    finds: ['EXCESSIVE_NESTING hierarchy.task-1-1'],
  },
  EXCESSIVE_ARRAY_LENGTH: {
    file: { [`${task}/children`]: many(1001), ...countsOfPhase1(3) },
    finds: [
      'MISSING_CHILD hierarchy.task-1-1.children',
      'EXCESSIVE_ARRAY_LENGTH hierarchy.task-1-1.children',
    ],
  },
  EXCESSIVE_JOURNAL_LENGTH: {
    file: { journal: Array.from({ length: 1001 }, () => aSpec().journal?.[0]) },
    finds: ['EXCESSIVE_JOURNAL_LENGTH journal'],
  },
  MORE_FINDINGS: {
    file: { 'metadata/risks': many(1002) },
    finds: [
      ...Array.from({ length: 1000 }, (_, at) => `INVALID_RISK_ENTRY metadata.risks[${at}]`),
      'MORE_FINDINGS ',
    ],
  },
}

// The cast restores the key type that Object.keys widens.
const codes = Object.keys(findingCodes) as FindingCode[]

describe('the code', () => {
  it.each(codes)('%s is found in a file with that damage, and nothing else is', (code) => {
    const found = findingsOf(damages[code])
    const lines = found.map((finding) => `${finding.code} ${finding.path}`)
    expect(lines).toEqual(damages[code].finds)
  })

  it.each(codes)('%s has the severity of the table, a message and a hint', (code) => {
    const finding = findingsOf(damages[code]).find((one) => one.code === code)
    expect(finding?.severity).toBe(findingCodes[code].severity)
    expect(finding?.message).toMatch(/^[A-Z\d].*\.$/s)
    expect(finding?.hint).toMatch(/^[A-Z].*\.$/s)
    if (finding?.fixable) expect(findingCodes[code].fixable).toBe(true)
  })
})

describe('the table', () => {
  it('calls those codes fixable that can be mended somewhere, and no others', () => {
    const found = fc
      .sample(anyDamagedSpec, { numRuns: 1000, seed: 1 })
      .flatMap((file) => findingsOf({ file, finds: [] }))
    const mended = new Set(found.filter(({ fixable }) => fixable).map(({ code }) => code))
    expect([...mended].sort()).toEqual(codes.filter((code) => findingCodes[code].fixable).sort())
  })
})

describe('a spec with nothing wrong', () => {
  it('has no finding, wherever it is kept', () => {
    for (const folder of [undefined, 'pending', 'active', 'archived']) {
      expect(findingsOf({ file: {}, folder: folder ?? '', finds: [] })).toEqual([])
      expect(validateSpec(aSpec(), { folder })).toEqual([])
    }
  })
})
