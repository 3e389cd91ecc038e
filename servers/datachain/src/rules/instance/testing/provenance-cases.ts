import { changed } from './changed.ts'
import type { RuleCases } from './rule-cases.ts'

const provenance = (element_provenance: object) =>
  changed({ authoring_provenance: { kind: 'ai_generated', element_provenance } })

/** Cases of the rules of provenance. */
export const provenanceCases: RuleCases = {
  broken: [
    [
      'element_provenance_ambiguous',
      provenance({ camera: {} }),
      'authoring_provenance.element_provenance.camera',
      'Use one of: camera-north, camera-south.',
    ],
    [
      'element_provenance_unknown_element',
      provenance({ cameras: {} }),
      'authoring_provenance.element_provenance.cameras',
      'Use one of: camera-',
    ],
    [
      'variable_rationale_unknown_variable',
      provenance({ transport: { variable_rationale: { detial: 'x' } } }),
      'authoring_provenance.element_provenance.transport.variable_rationale.detial',
      'Its variables: detail, reason.',
    ],
    [
      'variable_rationale_unknown_variable',
      provenance({ 'camera-south': { variable_rationale: { kind: 'x' } } }),
      'authoring_provenance.element_provenance.camera-south.variable_rationale.kind',
      'Its variables: kinds.',
    ],
  ],
  kept: [
    [
      'element_provenance_ambiguous',
      'two placements of one element, each by its own id',
      provenance({ 'camera-north': {}, 'camera-south': {} }),
    ],
    [
      'element_provenance_unknown_element',
      'an element that is placed once',
      provenance({ form: {} }),
    ],
    [
      'variable_rationale_unknown_variable',
      'variables by element and by placement',
      provenance({
        health: { variable_rationale: { reason: 'x' } },
        'camera-south': { variable_rationale: { kinds: 'x' } },
      }),
    ],
  ],
}
