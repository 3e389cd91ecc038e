import type { Draft } from './drafts.ts'

/** The drafts of the receipt, and of the work that was found. */
export const lateDrafts: Readonly<Record<string, readonly Draft[]>> = {
  'task-count': [
    {
      files: {
        'src/total.js': `/** Returns the sum of all lines, in cents; a line without a count is counted once. */
export const total = (lines) =>
  lines.reduce((sum, { cents, count = 1 }) => sum + cents * count, 0)
`,
        'test/total.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/total.js'

test('lines are added up', () => {
  assert.equal(total([{ cents: 120, count: 2 }, { cents: 99, count: 1 }]), 339)
})

test('a line without a count is counted once', () => {
  assert.equal(total([{ cents: 120 }]), 120)
})
`,
      },
      note: 'The count is one if a line has none.',
    },
  ],
  'task-receipt': [
    {
      files: {
        'src/receipt.js': `import { discounted } from './discounted.js'
import { toMoney } from './money.js'
import { total } from './total.js'

/** Returns a receipt as text: a line for each thing, the discount, the total. */
export function toReceipt(lines, discount) {
  const sum = total(lines)
  const left = discount ? discounted(sum, discount) : sum
  const rows = lines.map((line) => toRow(line.name, total([line])))
  const off = discount ? [toRow('Discount', left - sum)] : []
  return [...rows, ...off, toRow('Total', left), ''].join('\\n')
}

const toRow = (name, cents) => name.padEnd(20) + toMoney(cents).padStart(8)
`,
        'test/receipt.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReceipt } from '../src/receipt.js'

const lines = [{ name: 'Tea', cents: 500, count: 2 }]

test('every line has its amount', () => {
  assert.match(toReceipt(lines), /^Tea +10\\.00\\nTotal +10\\.00\\n$/)
})

test('a discount has a line of its own', () => {
  assert.match(toReceipt(lines, { percent: 10 }), /Discount +-1\\.00\\nTotal +9\\.00/)
})
`,
      },
      note: 'toReceipt pads names to 20 columns and amounts to 8.',
    },
  ],
  'task-command': [
    {
      files: {
        'bin/receipt.js': `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseDiscount } from '../src/discount.js'
import { toReceipt } from '../src/receipt.js'

const [file, discount] = process.argv.slice(2)
const lines = JSON.parse(readFileSync(file, 'utf8'))
process.stdout.write(toReceipt(lines, discount && parseDiscount(discount)))
`,
      },
      note: 'The discount is the second word of the command.',
    },
  ],
  'task-readme': [
    {
      files: {
        'README.md': `# Till

Adds up what a customer buys, and prints a receipt. Amounts are in cents.

    node bin/receipt.js examples/groceries.json 10%

How a discount is written is decided in docs/discounts.md.
`,
      },
      note: 'The README shows the command on the example.',
    },
  ],
}
