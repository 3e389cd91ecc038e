import * as fc from 'fast-check'
import { createDraft } from '../validate/faults/create-draft.ts'
import { aSpec } from './a-spec.ts'

const ids = Object.keys(aSpec().hierarchy)
const strangeIds = [...ids, 'gone', 'task-9-9', 'constructor', '', '7']

const anyId = fc.constantFrom(...strangeIds)
const anyIds = fc.array(anyId, { maxLength: 4 })
const anyCount = fc.constantFrom<unknown>(0, 1, 2, 9, -1, '3', null, 0.5)

const strangeStatuses = 'archived in_review failed cancelled deferred done TODO Canceled strange'

const anyStatus = fc.constantFrom<unknown>(
  ...'pending in_progress completed blocked'.split(' '),
  ...strangeStatuses.split(' '),
  '',
  5,
  null,
)

const anyState = fc.constantFrom<unknown>(
  'failed',
  'cancelled',
  'deferred',
  'paused',
  'in_review',
  3,
)

const anyDependencies = fc.oneof(
  fc.record({ blocks: anyIds, blocked_by: anyIds, depends: anyIds }, { requiredKeys: [] }),
  fc.constantFrom<unknown>(null, [], ['task-1-1'], { blocks: 'task-1-1' }, { blocked_by: null }),
)

/** Values that may be written into each member of a node; undefined takes the member away. */
const damages: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  type: fc.constantFrom('task', 'verify', 'verification', 'Phase', 'epic', 'spec', undefined, 5),
  title: fc.constantFrom<unknown>('', '  ', undefined, 5, null),
  status: anyStatus,
  parent: fc.oneof(anyId, fc.constantFrom<unknown>(null, undefined, 7)),
  children: fc.oneof(anyIds, fc.constantFrom<unknown>(undefined, null, 'task-1-1', [7])),
  total_tasks: anyCount,
  completed_tasks: anyCount,
  dependencies: anyDependencies,
  metadata: fc.constantFrom<unknown>({}, undefined, null, []),
  'metadata/state': anyState,
  'metadata/verification_type': fc.constantFrom<unknown>(undefined, 'auto', 'look', 5),
}

const anyNodeDamage = fc
  .constantFrom(...Object.keys(damages))
  .chain((member) =>
    fc.tuple(fc.constantFrom(...ids), fc.constant(member), damages[member] ?? fc.constant(null)),
  )
  .map(([id, member, value]) => ({ place: ['hierarchy', id, ...member.split('/')], value }))

const anyTopDamage = fc.constantFrom(
  { place: ['generated'], value: '2026/01/30 09:00 UTC' as unknown },
  { place: ['last_updated'], value: 'yesterday' },
  { place: ['last_updated'], value: undefined },
  { place: ['status'], value: 'completed' },
  { place: ['progress_percentage'], value: '5' },
  { place: ['current_phase'], value: 'phase-9' },
  { place: ['metadata'], value: null },
  { place: ['journal'], value: [{ title: 'Only a title' }] },
)

/** The text of a spec that somebody damaged in a few places, by hand or by another program. */
export const anyDamagedSpec: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 8, arbitrary: anyNodeDamage }, anyTopDamage), {
    minLength: 1,
    maxLength: 8,
  })
  .map((changes) => {
    const draft = createDraft(aSpec())
    for (const { place, value } of changes) {
      if (value === undefined) draft.remove(place)
      else draft.set(place, value)
    }
    return JSON.stringify(draft.value(), null, 2)
  })
