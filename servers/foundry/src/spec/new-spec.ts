import { rootId } from './root-id.ts'
import type { Spec } from './spec.ts'

/** What a new spec begins with. */
export interface SpecInit {
  readonly spec_id: string
  readonly title: string
  readonly now: Date
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Returns a spec without phases. */
export function newSpec({ spec_id, title, now, metadata }: SpecInit): Spec {
  const time = now.toISOString()
  return {
    spec_id,
    title,
    generated: time,
    last_updated: time,
    status: 'pending',
    progress_percentage: 0,
    current_phase: null,
    metadata,
    hierarchy: {
      [rootId]: {
        type: 'spec',
        title,
        status: 'pending',
        parent: null,
        children: [],
        total_tasks: 0,
        completed_tasks: 0,
        metadata: {},
      },
    },
    journal: [],
  }
}
