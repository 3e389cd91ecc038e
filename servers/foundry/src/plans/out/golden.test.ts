import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import { shopSpec } from '../testing/shop-spec.ts'
import { toBeadsJsonl } from './to-beads-jsonl.ts'
import { toMarkdown } from './to-markdown.ts'
import { toMermaid } from './to-mermaid.ts'
import { toTasksJson } from './to-tasks-json.ts'

describe('a spec', () => {
  it.each([
    ['markdown', toMarkdown],
    ['mermaid', toMermaid],
    ['tasks-json', toTasksJson],
    ['beads-jsonl', toBeadsJsonl],
  ])('is written as %s the way the golden file has it', async (name, write) => {
    await expect(write(shopSpec)).toMatchFileSnapshot(`golden/${name}.golden`)
  })

  it.each([
    ['markdown', toMarkdown],
    ['mermaid', toMermaid],
    ['tasks-json', toTasksJson],
    ['beads-jsonl', toBeadsJsonl],
  ])('whose children go round in a circle is written as %s', (_, write) => {
    const spec: Spec = {
      ...shopSpec,
      hierarchy: {
        ...shopSpec.hierarchy,
        // The cast is right: the node is in the spec.
        'task-2-1': { ...(shopSpec.hierarchy['task-2-1'] as SpecNode), children: ['phase-2', 'x'] },
      },
    }
    expect(write(spec)).not.toBe('')
  })
})

/** The part of the grammar of flowcharts that is written here. */
const statements = [
  /^flowchart TD$/,
  /^ *subgraph n\d+\["[^"\n]*"\]$/,
  /^ *end$/,
  /^ *n\d+\["[^"\n]*"\](?::::[a-z_]+)?$/,
  /^ *n\d+ (?:-->|-\.-) n\d+$/,
  /^ *classDef [a-z_]+ (?:[a-z]+:#[0-9a-f]{6},?)+$/,
]

describe('a flowchart', () => {
  it('has only statements of the grammar, whatever the titles are', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"];end', '%%{init: {}}%%', '`md`', '#quot;', 'a\nend', '<b>', '\\"', ';'),
    )
    fc.assert(
      fc.property(title, (text) => {
        const chart = toMermaid(withTitle(text))
        for (const line of chart.trimEnd().split('\n')) {
          expect(statements.some((statement) => statement.test(line))).toBe(true)
        }
        const labels = [...chart.matchAll(/"([^"]*)"/g)].map(([, label]) => label)
        for (const label of labels) {
          expect(label).toMatch(/^(?:[\p{L}\p{N} .,/()+=:?'…–—-]|#\d+;)*$/u)
        }
      }),
    )
  })

  it('has an arrow from what comes first, and the state as class', () => {
    const chart = toMermaid(shopSpec)
    expect(chart).toContain('  n2 --> n3\n')
    expect(chart).toContain(':::in_review\n')
  })
})

function withTitle(title: string): Spec {
  const { hierarchy } = shopSpec
  const titled = Object.entries(hierarchy).map(([id, node]) => [
    id,
    id === rootId ? node : { ...node, title },
  ])
  return { ...shopSpec, hierarchy: Object.fromEntries(titled) }
}
