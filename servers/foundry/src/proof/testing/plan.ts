import type { Spec, SpecNode } from '../../spec/spec.ts'
import type { CheckRun } from '../checks/check-run.ts'
import type { Check } from '../checks/checks-of.ts'
import { toCommandHash } from '../checks/to-command-hash.ts'
import { toFileTree } from '../files/hash-files.ts'

/** A node with what every node has. */
export const nodeOf = (type: SpecNode['type'], more: Partial<SpecNode> = {}): SpecNode => ({
  type,
  title: `A ${type}`,
  status: 'pending',
  parent: null,
  children: [],
  total_tasks: 1,
  completed_tasks: 0,
  metadata: {},
  ...more,
})

/** A spec of these nodes. */
export const planOf = (
  hierarchy: Readonly<Record<string, SpecNode>>,
  metadata: Readonly<Record<string, unknown>> = {},
): Spec => ({
  spec_id: 'plan-2026-01-01-001',
  generated: '2026-01-01T00:00:00Z',
  last_updated: '2026-01-01T00:00:00Z',
  metadata,
  hierarchy,
})

/** A tree of files, given by their hashes. */
export const treeOf = (files: Readonly<Record<string, string>>) =>
  toFileTree(Object.entries(files).map(([path, hash]) => ({ path, hash })))

/** The record of a run of a check by the server that passed. */
export const passOf = (check: Check, more: Partial<CheckRun> = {}): CheckRun => ({
  id: 'run-1',
  spec_id: check.specId,
  task_id: check.taskId,
  verify_id: check.id,
  command: 'true',
  commandHash: toCommandHash(check.node),
  exitCode: 0,
  durationMs: 5,
  outputHash: `sha256:${'0'.repeat(64)}`,
  outputPreview: '',
  tree: treeOf({ 'src/a.ts': '1' }),
  head: undefined,
  startedAt: '2026-01-02T00:00:00Z',
  by: { kind: 'server', name: 'worker-1' },
  verdict: 'passed',
  reason: 'The command ended with exit code 0.',
  ...more,
})
