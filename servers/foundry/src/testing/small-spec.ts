import { createIds } from '../spec/create-ids.ts'
import { newSpec } from '../spec/new-spec.ts'
import { rollUp } from '../spec/roll-up.ts'
import type { Spec } from '../spec/spec.ts'
import { addPhaseParts } from '../tools/plan/add-parts.ts'
import { PhaseInit } from '../tools/plan/task-init.ts'
import { seededRandom } from './open-foundry.ts'

/** What a test says of a task; the rest is what a caller leaves out. */
export interface SmallTask {
  readonly id: string
  readonly title?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly blocked_by?: readonly string[] | undefined
  readonly checks?: readonly object[] | undefined
}

/** Makes a spec of phases `phase-1`, `phase-2` and so on with these tasks. */
export function smallSpec(...phases: readonly (readonly (string | SmallTask)[])[]): Spec {
  const inits = phases.map((tasks, at) =>
    PhaseInit.parse({ id: `phase-${at + 1}`, title: `Phase ${at + 1}`, tasks: tasks.map(toTask) }),
  )
  const now = new Date(Date.UTC(2026, 0, 1))
  const spec = newSpec({ spec_id: 'small', title: 'Small', now, metadata: { mission: 'Test.' } })
  return rollUp(addPhaseParts(spec, inits, createIds(seededRandom(7))).spec)
}

function toTask(task: string | SmallTask) {
  const init = typeof task === 'string' ? { id: task } : task
  return { title: `Do ${init.id}`, ...init }
}
