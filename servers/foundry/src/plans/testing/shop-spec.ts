import { rollUp } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'

const node = (type: SpecNode['type'], title: string, more: Partial<SpecNode>): SpecNode => ({
  type,
  title,
  status: 'pending',
  parent: rootId,
  children: [],
  total_tasks: 0,
  completed_tasks: 0,
  metadata: {},
  ...more,
})

/** A small spec that has one of everything. */
export const shopSpec: Spec = rollUp({
  spec_id: 'shop-2026-05-01-001',
  title: 'Shop',
  generated: '2026-05-01T10:00:00Z',
  last_updated: '2026-05-02T10:00:00Z',
  metadata: { mission: 'Sell things.\n# Not a heading' },
  hierarchy: {
    [rootId]: node('spec', 'Shop', { parent: null, children: ['phase-1', 'phase-2'] }),
    'phase-1': node('phase', 'Cart', {
      children: ['task-1-1', 'task-1-2', 'verify-1-1'],
      metadata: { description: 'What people buy.' },
    }),
    'task-1-1': node('task', 'Sum of "all" <items> & [tax]', {
      parent: 'phase-1',
      status: 'completed',
      dependencies: { blocks: ['task-1-2'] },
      metadata: {
        description: 'Add them.\n- [ ] not a task\nState: done',
        acceptance_criteria: ['It sums', 'It rounds'],
        file_path: 'src/cart.ts',
        files: ['src/cart.ts', 'src/tax.ts'],
        priority: 'high',
        labels: ['api'],
        estimated_hours: 1.5,
      },
    }),
    'task-1-2': node('task', 'Show it', {
      parent: 'phase-1',
      status: 'in_progress',
      children: ['task-1-2-1', 'verify-1-2'],
      dependencies: { blocked_by: ['task-1-1'] },
      metadata: { state: 'in_review', description: 'Show it', details: 'On the page.' },
    }),
    'task-1-2-1': node('subtask', 'Colours', {
      parent: 'task-1-2',
      status: 'completed',
      metadata: { state: 'cancelled', cancel_reason: 'Nobody asked.', cancelled_by: 'ann' },
    }),
    'verify-1-2': node('verify', 'Tests pass', {
      parent: 'task-1-2',
      metadata: { verification_type: 'run-tests', command: 'npm test' },
    }),
    'verify-1-1': node('verify', 'People can buy', {
      parent: 'phase-1',
      metadata: { verification_type: 'manual', expected: 'Buy one thing.' },
    }),
    'phase-2': node('phase', 'Pay', {
      children: ['task-2-1'],
      dependencies: { blocked_by: ['phase-1'] },
    }),
    'task-2-1': node('task', 'Card', {
      parent: 'phase-2',
      status: 'blocked',
      metadata: { state: 'failed', discovered_from: 'task-1-1' },
    }),
  },
  journal: [
    {
      timestamp: '2026-05-01T12:00:00Z',
      entry_type: 'note',
      title: 'Rounding',
      content: 'Half up.',
      author: 'ann',
      task_id: 'task-1-1',
    },
  ],
})
