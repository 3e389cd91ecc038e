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
  if (datachain.authoring_provenance?.kind !== 'ai_generated') return
  const [byInstance, byElement] = [
    new Map<string, PlacedElement[]>(),
    new Map<string, PlacedElement[]>(),
  ]
  for (const placed of placements) {
    const { element_id, element_instance_id } = placed.placement
    if (element_instance_id !== undefined) byInstance.set(element_instance_id, [placed])
    byElement.set(element_id, [...(byElement.get(element_id) ?? []), placed])
  }
  for (const [key, provenance] of Object.entries(
    datachain.authoring_provenance.element_provenance,
  )) {
    yield {
      key,
      provenance,
      path: toPath(['authoring_provenance', 'element_provenance', key]),
      named: byInstance.get(key) ?? byElement.get(key) ?? [],
    }
  }
}

export const elementProvenanceAmbiguous = defineRule(
  'element_provenance_ambiguous',
  function* (scope: InstanceScope) {
    for (const { key, path, named } of provenanceOf(scope)) {
      if (named.length < 2) continue
      const ids = named.flatMap(({ placement }) => placement.element_instance_id ?? [])
      const hint =
        ids.length === named.length
          ? `Use one of: ${nameIds(ids)}.`
          : 'Give each of these placements an element_instance_id, and use that as the key.'
      yield {
        message: `The element ${quote(key)} is placed ${named.length} times, so this could be about any of them.`,
        path,
        hint,
      }
    }
  },
)

export const elementProvenanceUnknownElement = defineRule(
  'element_provenance_unknown_element',
  function* (scope: InstanceScope) {
    for (const { key, path, named } of provenanceOf(scope)) {
      if (named.length > 0) continue
      const usable = scope.placements.flatMap(({ placement, element }) =>
        element === undefined ? [] : [placement.element_instance_id ?? element.id],
      )
      yield {
        message: `Nothing that is placed has the id ${quote(key)}.`,
        path,
        hint: `Use one of: ${nameIds(new Set(usable), key)}.`,
      }
    }
  },
)

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
          hint: `Variables of it: ${nameIds(known, id)}.`,
        }
      }
    }
  },
)
