import { rootId } from '../spec/root-id.ts'
import type { Spec } from '../spec/spec.ts'
import { withNode } from '../spec/with-node.ts'
import { isSettled, stateOf, withState } from '../state/state-of.ts'
import { waitsFor } from '../tasks/waits-for.ts'

/** Does what can be done until nothing can; returns what is left for good. */
export function workOff(spec: Spec): readonly string[] {
  let done = spec
  for (;;) {
    const open = Object.entries(done.hierarchy)
      .filter(([id, node]) => id !== rootId && !isSettled(stateOf(node)))
      .map(([id]) => id)
    const free = open.find((id) => waitsFor(done, id).length === 0)
    if (free === undefined) return open
    done = withNode(done, free, (node) => withState(node, 'completed'))
  }
}
