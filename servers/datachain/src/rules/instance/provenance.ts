import { nameIds, quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import { toPath } from '../../findings/to-reports.ts'
import type { ElementProvenance } from '../../model/index.ts'
import type { InstanceScope, PlacedElement } from '../scope/instance-scope.ts'

interface PlacedProvenance {
  readonly key: string
  readonly path: string
  readonly provenance: ElementProvenance
  /** What the key names: one placement by its own id, or every placement of an element. */
  readonly named: readonly PlacedElement[]
}

function* provenanceOf({ datachain, placements }: InstanceScope): Generator<PlacedProvenance> {
  const { authoring_provenance: authoring } = datachain
  if (authoring?.kind !== 'ai_generated') return
  const byInstance = new Map<string, PlacedElement[]>()
  const byElement = new Map<string, PlacedElement[]>()
  for (const placed of placements) {
    const { element_id, element_instance_id } = placed.placement
    if (element_instance_id !== undefined) byInstance.set(element_instance_id, [placed])
    byElement.set(element_id, [...(byElement.get(element_id) ?? []), placed])
  }
  for (const [key, provenance] of Object.entries(authoring.element_provenance)) {
    const path = toPath(['authoring_provenance', 'element_provenance', key])
    const named = byInstance.get(key) ?? byElement.get(key) ?? []
    yield { key, provenance, path, named }
  }
}

/** A provenance key names one placement. */
export const elementProvenanceAmbiguous = defineRule(
  'element_provenance_ambiguous',
  function* (scope: InstanceScope) {
    for (const { key, path, named } of provenanceOf(scope)) {
      if (named.length < 2) continue
      const times = named.length
      const message =
        `The element ${quote(key)} is placed ${times} times, ` +
        'so this could be about any of them.'
      yield { message, path, hint: hintFor(named) }
    }
  },
)

function hintFor(named: readonly PlacedElement[]): string {
  const ids = named.flatMap(({ placement }) => placement.element_instance_id ?? [])
  if (ids.length === named.length) return `Use one of: ${nameIds(ids)}.`
  return 'Give each of these placements an element_instance_id, and use that as the key.'
}

/** A provenance key names something that is placed. */
export const elementProvenanceUnknownElement = defineRule(
  'element_provenance_unknown_element',
  function* (scope: InstanceScope) {
    for (const { key, path, named } of provenanceOf(scope)) {
      if (named.length > 0) continue
      yield {
        message: `Neither a placement nor a placed element has the id ${quote(key)}.`,
        path,
        hint: `Use one of: ${nameIds(usableKeys(scope), key)}.`,
      }
    }
  },
)

function usableKeys({ placements }: InstanceScope): ReadonlySet<string> {
  const known = placements.filter(({ element }) => element !== undefined)
  return new Set(
    known.map(({ placement }) => placement.element_instance_id ?? placement.element_id),
  )
}

/** A rationale is about a variable that the element has. */
export const variableRationaleUnknownVariable = defineRule(
  'variable_rationale_unknown_variable',
  function* (scope: InstanceScope) {
    for (const { path, provenance, named } of provenanceOf(scope)) {
      const [placed] = named
      if (placed?.element === undefined) continue
      const known = placed.variables.map(({ id }) => id)
      for (const id of Object.keys(provenance.variable_rationale)) {
        if (known.includes(id)) continue
        yield {
          message: `The element '${placed.element.id}' has no variable ${quote(id)}.`,
          path: `${path}.${toPath(['variable_rationale', id])}`,
          hint: `Its variables: ${nameIds(known, id)}.`,
        }
      }
    }
  },
)
