import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { type ToolPage, toToolPages } from './to-tool-pages.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index}`)
const serverOf = (count: number) =>
  defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: names(count).map((name) =>
      defineTool({
        name,
        summary: 'Do it.',
        output: z.null(),
        effect: 'read',
        run: () => ok(null),
      }),
    ),
  })
const namesOn = (page: ToolPage | undefined) => page?.tools.map(({ name }) => name)

describe('the pages of a list', () => {
  it('hold every tool once, in the order of their definition, whatever the size of a page', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.integer({ min: 1, max: 14 }), (count, toolsPerPage) => {
        const pages = toToolPages(serverOf(count), { toolsPerPage })
        const found: string[] = []
        let page = pages.get(undefined)
        while (page !== undefined) {
          expect(page.tools.length).toBeLessThanOrEqual(toolsPerPage)
          found.push(...page.tools.map(({ name }) => name))
          expect(pages.has(page.nextCursor)).toBe(true)
          page = page.nextCursor === undefined ? undefined : pages.get(page.nextCursor)
        }
        expect(found).toEqual(names(count))
        expect(pages.size).toBe(Math.max(1, Math.ceil(count / toolsPerPage)))
      }),
      { numRuns: 60 },
    )
  })

  it('are one page of a server without tools, and of one with fewer than a thousand', () => {
    expect(toToolPages(serverOf(0), {}).get(undefined)).toEqual({ tools: [] })
    expect(toToolPages(serverOf(20), {}).get(undefined)).not.toHaveProperty('nextCursor')
  })

  it('have no page for a cursor that was not given out', () => {
    const pages = toToolPages(serverOf(5), { toolsPerPage: 2 })
    expect(namesOn(pages.get(pages.get(undefined)?.nextCursor))).toEqual(['tool_2', 'tool_3'])
    for (const cursor of ['', '2', btoa('tools:1'), btoa('tools:5'), btoa('tools:02')])
      expect(pages.get(cursor)).toBe(undefined)
  })

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be of %d tools',
    (toolsPerPage) => {
      expect(() => toToolPages(serverOf(2), { toolsPerPage })).toThrow(
        `toolsPerPage: ${toolsPerPage} is not a whole number from 1`,
      )
    },
  )
})
