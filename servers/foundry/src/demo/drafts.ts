import type { Files } from './project-files.ts'

/** What an agent writes for a task in one go. */
export interface Draft {
  readonly files: Files
  /** What it tells others. */
  readonly note: string
}

const testFile = (name: string, imported: string, cases: string) =>
  `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${imported} } from '../src/${name}.js'
${cases}`

const roundingTest = testFile(
  'rounding',
  'roundHalfEven',
  `
for (const [value, rounded] of [[0.5, 0], [1.5, 2], [2.5, 2], [2.6, 3]]) {
  test(\`\${value} becomes \${rounded}\`, () => {
    assert.equal(roundHalfEven(value), rounded, \`\${value} must become \${rounded}\`)
  })
}
`,
)

/** The drafts of each task, the first one first; a later one mends what a check has found. */
export const drafts: Readonly<Record<string, readonly Draft[]>> = {
  'task-money': [
    {
      files: {
        'src/money.js': `/** Returns cents as an amount with two decimals. */
export function toMoney(cents) {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const sign = cents < 0 ? '-' : ''
  return \`\${sign}\${digits.slice(0, -2)}.\${digits.slice(-2)}\`
}
`,
        'test/money.test.js': testFile(
          'money',
          'toMoney',
          `
test('cents become money', () => {
  assert.deepEqual([5, 120, -250].map(toMoney), ['0.05', '1.20', '-2.50'])
})
`,
        ),
      },
      note: 'toMoney pads to two decimals, without a currency.',
    },
  ],
  'task-rounding': [
    {
      files: {
        'src/rounding.js': `/** Rounds to the next whole number, halves to the even one. */
export const roundHalfEven = (value) => Math.round(value)
`,
        'test/rounding.test.js': roundingTest,
      },
      note: 'Math.round should do.',
    },
    {
      files: {
        'src/rounding.js': `/** Rounds to the next whole number, halves to the even one. */
export function roundHalfEven(value) {
  const below = Math.floor(value)
  if (value - below !== 0.5) return Math.round(value)
  return below % 2 === 0 ? below : below + 1
}
`,
        'test/rounding.test.js': roundingTest,
      },
      note: 'Math.round takes halves up, so halves are handled apart from it.',
    },
  ],
  'task-decide': [
    {
      files: {
        'docs/discounts.md': `# Discounts

A discount is one word: \`10%\` for a share, \`2.50\` for an amount.

Because it is typed at the till, it must be short and must not need quotes.
`,
      },
      note: 'A discount is one word, 10% or 2.50, because it is typed at the till.',
    },
  ],
  'task-parse': [
    {
      files: {
        'src/discount.js': `/** Reads '10%' as a share, and '2.50' as an amount in cents. */
export function parseDiscount(text) {
  const share = /^(\\d{1,2}|100)%$/.exec(text)
  if (share) return { percent: Number(share[1]) }
  const amount = /^(\\d+)\\.(\\d\\d)$/.exec(text)
  if (amount) return { cents: Number(amount[1] + amount[2]) }
  throw new RangeError(\`'\${text}' is not a discount; write 10% or 2.50.\`)
}
`,
        'test/discount.test.js': testFile(
          'discount',
          'parseDiscount',
          `
test('a share and an amount are read', () => {
  assert.deepEqual(parseDiscount('10%'), { percent: 10 })
  assert.deepEqual(parseDiscount('2.50'), { cents: 250 })
})

test('anything else is refused by name', () => {
  for (const text of ['', 'ten', '101%', '2.5']) {
    assert.throws(() => parseDiscount(text), { message: new RegExp(\`'\${text}'\`) })
  }
})
`,
        ),
      },
      note: 'parseDiscount returns { percent } or { cents }, and throws a RangeError.',
    },
  ],
  'task-apply': [
    {
      files: {
        'src/discounted.js': `import { roundHalfEven } from './rounding.js'

/** Returns what is left of a total, in cents; never less than zero. */
export function discounted(cents, { percent = 0, cents: off = 0 }) {
  const share = roundHalfEven((cents * percent) / 100)
  return Math.max(0, cents - share - off)
}
`,
        'test/discounted.test.js': testFile(
          'discounted',
          'discounted',
          `
test('a share is rounded to the even cent', () => {
  assert.equal(discounted(125, { percent: 10 }), 113)
  assert.equal(discounted(135, { percent: 10 }), 121)
})

test('no total falls below zero', () => {
  assert.equal(discounted(200, { cents: 250 }), 0)
})
`,
        ),
      },
      note: 'A share is rounded before it is taken off.',
    },
  ],
}
