import { tinyDatachain, withPlacement } from '../../../testing/tiny-datachain.ts'
import { changed } from './changed.ts'
import type { RuleCases } from './rule-cases.ts'

/** Cases of the rules of placements. */
export const placementCases: RuleCases = {
  broken: [
    [
      'REQUIRED_CATEGORY_MISSING',
      changed({ elements: tinyDatachain().elements.slice(2) }),
      'elements',
      "Add an element with category_id='purpose'. There are: health, transport.",
    ],
    [
      'INSTANCE_ELEMENT_UNKNOWN',
      withPlacement(2, { element_id: '../acting' }),
      'elements[2].element_id',
      'Nearest: acting.',
    ],
    [
      'INSTANCE_ELEMENT_UNKNOWN',
      withPlacement(2, { element_id: '__proto__' }),
      'elements[2].element_id',
      'Search for what is meant',
    ],
    [
      'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
      withPlacement(4, { element_instance_id: 'camera-north' }),
      'elements[4].element_instance_id',
      "such as 'camera-north-4'",
    ],
    [
      'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
      withPlacement(4, { element_instance_id: 'health' }),
      'elements[4].element_instance_id',
      "such as 'health-4'",
    ],
    [
      'INSTANCE_PRIORITY_NEGATIVE',
      withPlacement(0, { priority: -1 }),
      'elements[0].priority',
      'Use 0',
    ],
    [
      'CONTEXT_TYPE_UNKNOWN',
      withPlacement(3, { context_type_id: 'person' }),
      'elements[3].context_type_id',
      'Use one of: personal, ',
    ],
    [
      'CONTEXT_TYPE_UNKNOWN',
      withPlacement(5, { context_type_id: 'personal' }),
      'elements[5].context_type_id',
      'Use one of: asked.',
    ],
    [
      'CONTEXT_TYPE_UNKNOWN',
      withPlacement(0, { context_type_id: 'personal' }),
      'elements[0].context_type_id',
      'Leave context_type_id out.',
    ],
    [
      'CONTEXT_TYPE_MISSING',
      withPlacement(3, { context_type_id: undefined }),
      'elements[3]',
      'one of: personal, open, plain.',
    ],
  ],
  kept: [
    [
      'REQUIRED_CATEGORY_MISSING',
      'nothing but one element of the required category',
      changed({
        elements: [{ element_id: 'health' }],
        subchain_instances: [],
        authoring_provenance: undefined,
      }),
    ],
    [
      'INSTANCE_ELEMENT_UNKNOWN',
      'one element placed twice',
      changed({ elements: [...tinyDatachain().elements, { element_id: 'acting' }] }),
    ],
    [
      'INSTANCE_ELEMENT_INSTANCE_ID_DUPLICATE',
      'ids that differ by case',
      withPlacement(4, { element_instance_id: 'Camera-North' }),
    ],
    [
      'INSTANCE_ELEMENT_INSTANCE_ID_COLLIDES_WITH_ELEMENT_ID',
      'the id of an element that is not placed',
      {
        ...withPlacement(4, { element_instance_id: 'transport' }),
        elements: withPlacement(4, { element_instance_id: 'transport' }).elements.toSpliced(1, 1),
      },
    ],
    [
      'INSTANCE_PRIORITY_NEGATIVE',
      'the first and the last priority',
      {
        ...withPlacement(0, { priority: 0 }),
        elements: withPlacement(0, { priority: Number.MAX_SAFE_INTEGER }).elements,
      },
    ],
    [
      'CONTEXT_TYPE_UNKNOWN',
      'a value without a colour, and one of the element itself',
      { ...withPlacement(3, { context_type_id: 'plain' }) },
    ],
    [
      'CONTEXT_TYPE_MISSING',
      'nothing chosen for an element without a context',
      withPlacement(0, { context_type_id: undefined }),
    ],
  ],
}
