import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import type { ForeignPlan } from '../foreign-plan.ts'
import type { Draft } from './create-draft.ts'
import { externalOf, hashOf } from './external-of.ts'
import { withMember } from './merge-members.ts'

/** Takes the title, the mission and the criteria of a plan, if nobody changed them here. */
export function mergeRoot(draft: Draft, spec: Spec, plan: ForeignPlan): Spec {
  const root = draft.nodes.get(rootId)
  if (root === undefined) return spec
  const before = externalOf(root)
  const isSameKind = before?.kind === plan.kind
  const seen: Record<string, string> = isSameKind ? { ...before.seen } : {}
  const take = (name: string, local: unknown, value: unknown): boolean => {
    const source = hashOf(value)
    const isUntouched = local === undefined || local === '' || hashOf(local) === seen[name]
    const isTaken = isUntouched && value !== undefined && source !== seen[name]
    if (isTaken) seen[name] = source
    return isTaken && hashOf(local) !== source
  }
  const mission = plan.mission ?? `Do what ${plan.path} plans: ${plan.title}.`
  const criteria = plan.criteria.length > 0 ? plan.criteria : undefined
  let titled = spec
  if (take('title', spec.title, plan.title)) titled = { ...titled, title: plan.title }
  const metadata: Record<string, unknown> = { ...spec.metadata }
  const isMission = take('mission', metadata.mission, mission)
  if (isMission) metadata.mission = mission
  const isCriteria = take('success_criteria', metadata.success_criteria, criteria)
  if (isCriteria) metadata.success_criteria = criteria
  if (isMission || isCriteria) titled = { ...titled, metadata }
  const named = { ...root, title: titled.title ?? plan.title }
  const external = toExternal({ plan, draft, seen })
  draft.nodes.set(rootId, sameOr(root, withMember(named, 'external', external)))
  return titled
}

interface RootContext {
  readonly plan: ForeignPlan
  readonly draft: Draft
  readonly seen: Readonly<Record<string, string>>
}

function toExternal({ plan, seen }: RootContext): Readonly<Record<string, unknown>> {
  const children = plan.phases.map(({ foreignId }) => foreignId)
  const external = { kind: plan.kind, id: plan.path, children, seen }
  return Object.keys(plan.rest).length === 0 ? external : { ...external, rest: plan.rest }
}

const sameOr = (node: SpecNode, other: SpecNode) => (hashOf(node) === hashOf(other) ? node : other)
