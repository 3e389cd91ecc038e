import type { Spec } from '../spec/spec.ts'
import { ancestorsOf } from '../spec/subtree-of.ts'

/** The phase that a node is in; undefined if it is in none. */
export const phaseOf = (spec: Spec, id: string): string | undefined =>
  [id, ...ancestorsOf(spec, id)].find((one) => spec.hierarchy[one]?.type === 'phase')
