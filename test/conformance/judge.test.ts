import { expect, test } from 'vitest'
import { judge } from './judge.mjs'

const revision = '2026-07-28'
const failed = '✗ tasks-lifecycle: 2 passed, 7 failed'
const reason = 'the tasks extension is not supported'
const known = { [revision]: { 'tasks-lifecycle': reason }, '2025-11-25': {} } as const

test('counts scenarios that pass and names those that are left out, with the reason', () => {
  const text = `\u001B[32m✓\u001B[0m tools-list: 4 passed, 0 failed\n${failed}\n`
  expect(judge(text, revision, known)).toEqual({
    passed: 1,
    leftOut: [{ scenario: 'tasks-lifecycle', reason }],
    faults: [],
  })
})

test('a failure that is not named beforehand is a fault, though the suite does not score it', () => {
  const text = '✓ tools-list: 4 passed, 0 failed\n✗ caching: 7 passed, 1 failed\n'
  expect(judge(text, revision).faults).toEqual(['caching: 1 checks failed'])
})

test('a scenario that passes though it is named as failing is a fault', () => {
  const text = '✓ tasks-lifecycle: 9 passed, 0 failed\n'
  expect(judge(text, revision, known).faults).toEqual([
    'tasks-lifecycle passes now; take it out of the list in judge.mjs',
  ])
})

test('output without a summary is a fault', () => {
  expect(judge('nothing ran', revision).faults).toHaveLength(1)
})
