import { afterAll, describe, expect, it } from 'vitest'
import { openResearch } from './testing/open-research.ts'

const { research, remove } = await openResearch()

afterAll(remove)

describe('a report', () => {
  it('has findings, numbered citations with marks, and sources', async () => {
    const { id } = await research.start({ question: 'Why do *corals* bleach?' })
    await research.addSources(id, [
      { kind: 'text', value: 'Warm water makes corals bleach. Fish leave.', title: 'Reefs <1>' },
    ])
    const warm = { source_id: 'source-001', locator: 'char:0-31' }
    const quote = 'Warm water makes corals bleach.'
    await research.addFinding(id, {
      statement: 'Warmth bleaches\ncorals.',
      confidence: 'high',
      citations: [{ ...warm, quote }],
    })
    await research.addFinding(id, {
      statement: 'Both go together.',
      confidence: 'confirmed',
      citations: [
        { source_id: 'source-001', quote: 'Fish leave.' },
        { ...warm, quote },
      ],
    })
    await research.addFinding(id, {
      statement: '[A guess](https://example.org)',
      confidence: 'speculation',
      citations: [],
    })
    const { markdown, ...numbers } = await research.report(id)
    expect(numbers).toEqual({ findings: 3, sources: 1, unverified: 0, warnings: [] })
    expect(markdown).toMatchInlineSnapshot(`
      "# Why do \\*corals\\* bleach?

      Research \`research-001\`, 2026-11-16. Findings: 3. Sources: 1.

      ## Findings

      - **confirmed** Both go together. [1] [2] (finding-002)
      - **high** Warmth bleaches corals. [2] (finding-001)
      - **speculation** \\[A guess\\](https://example.org) (finding-003)

      ## Citations

      1. ✓ verified: “Fish leave.” Reefs \\<1\\>, source-001, char:32-43
      2. ✓ verified: “Warm water makes corals bleach.” Reefs \\<1\\>, source-001, char:0-31

      ## Sources

      - source-001: Reefs \\<1\\>, text, 43 characters, read 2026-11-16T12:00:00.000Z
      "
    `)
  })

  it('is written for a question that has nothing yet', async () => {
    const { id } = await research.start({ question: 'Why?' })
    const { markdown } = await research.report(id)
    expect(markdown.match(/None yet\./g)).toHaveLength(3)
  })
})
