/** The files of a repository by their paths. */
export type Files = Readonly<Record<string, string>>

/** The repository before the change: it adds up the lines of a bill, and has a fault. */
export const projectFiles: Files = {
  'package.json': `{
  "name": "till",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'README.md': `# Till

Adds up what a customer buys. Amounts are in cents.
`,
  'src/total.js': `/** Returns the sum of all lines, in cents. */
export const total = (lines) => lines.reduce((sum, { cents, count }) => sum + cents * count, 0)
`,
  'test/total.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/total.js'

test('lines are added up', () => {
  assert.equal(total([{ cents: 120, count: 2 }, { cents: 99, count: 1 }]), 339)
})
`,
  'examples/groceries.json': `[
  { "name": "Bread", "cents": 320, "count": 1 },
  { "name": "Apples", "cents": 85, "count": 5 }
]
`,
}
