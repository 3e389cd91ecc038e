import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Measured in a process of its own, because the counts of this one would be in the way. */
function measure(): ReadonlyMap<string, number> {
  const script = join(root, 'scripts/way-of-one-call.mjs')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return readTable(stdout)
}

/** The files of each way in a table such as `| REST | 20 | 90 |`. */
function readTable(text: string): ReadonlyMap<string, number> {
  const rows = [...text.matchAll(/^\| (?<way>.+?) \| (?<files>\d+) \| \d+ \|$/gm)]
  return new Map(rows.map(({ groups }) => [groups?.way ?? '', Number(groups?.files)]))
}

/**
 * A way that takes more files than this is one that nobody follows. A refusal explains more, and a
 * failure that suggests a call writes that call as a link.
 */
function limitOf(way: string): number {
  if (way.startsWith('MCP')) return 16
  if (way.includes('404')) return 38
  if (way.includes('refused')) return 27
  return way.startsWith('REST') ? 24 : 22
}

describe('the way of one call', () => {
  const measured = measure()

  it('is short', () => {
    const tooLong = [...measured].filter(([way, files]) => files > limitOf(way))
    expect(measured.size).toBe(6)
    expect(tooLong).toEqual([])
  })

  it('is what ARCHITECTURE.md shows', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    expect(readTable(page)).toEqual(measured)
  })
})
