import { rootId } from '../spec/root-id.ts'
import type { Spec } from '../spec/spec.ts'

/** How much of a spec is done, such as `3/12`. */
export function toProgress({ hierarchy }: Spec): string {
  const root = hierarchy[rootId]
  return `${root?.completed_tasks ?? 0}/${root?.total_tasks ?? 0}`
}
