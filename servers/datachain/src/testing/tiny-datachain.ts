import { text } from './tiny-version.ts'

/** A datachain of the tiny version that keeps every rule and uses every property. */
export const tinyDatachain = () => ({
  id: 'gate-7',
  schema_version: 'ai@2026-01-02-beta',
  title: text('Gate'),
  description: text('Opens the gate.'),
  created_at: '2026-02-03T04:05:06Z',
  updated_at: '2026-02-04T04:05:06+01:00',
  instance_version: '1.2',
  elements: [
    {
      element_id: 'health',
      priority: 1,
      sources: [{ type: 'policy_document', title: 'Policy', url: 'https://example.org/policy' }],
    },
    { element_id: 'transport', variables: [{ id: 'detail', value: text('people') }] },
    {
      element_id: 'acting',
      actions: [{ type: 'email', label: text('Write to us'), target: 'us@example.org' }],
    },
    {
      element_id: 'camera',
      context_type_id: 'personal',
      variables: [{ id: 'kinds', value: ['still', 'moving'] }],
      subchain_instance_id: 'flow-1',
      element_instance_id: 'camera-north',
    },
    {
      element_id: 'camera',
      context_type_id: 'plain',
      variables: [{ id: 'kinds', value: ['moving'] }],
      subchain_instance_id: 'flow-1',
      element_instance_id: 'camera-south',
    },
    {
      element_id: 'form',
      context_type_id: 'asked',
      variables: [{ id: 'kinds', value: ['typed'] }],
    },
  ] as object[],
  subchain_instances: [
    { id: 'flow-1', subchain_id: 'flow', head_refs: ['acting', 'camera-north'], order: 0 },
  ] as object[],
  sources: [{ type: 'other', title: 'Notes', citation: 'Our own.' }],
  linked_instance_ids: ['gate-8'],
  authoring_provenance: {
    kind: 'ai_generated',
    model: 'tiny-1',
    generated_at: '2026-02-03T04:05:06Z',
    element_provenance: {
      'camera-north': {
        rationale: 'It is there.',
        confidence: 'high',
        source_references: [{ quote: 'a camera', context: 'page 2' }],
        variable_rationale: { kinds: 'Both are named.' },
      },
      health: { confidence: 'low' },
    },
  } as object,
})

/** The tiny datachain with some properties of one placement replaced. */
export function withPlacement(index: number, more: object) {
  const datachain = tinyDatachain()
  const elements = datachain.elements.with(index, { ...datachain.elements[index], ...more })
  return { ...datachain, elements }
}
