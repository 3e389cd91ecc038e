import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('two megabytes reach every face within the budget and come back whole', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../dist/demo.js', import.meta.url)),
  ])
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) =>
      /^(.+): (\d+) of 17000 readings \(partial\) in at most (\d+) tokens; (\d+) bytes fetched back in \d+ pieces, hash equal$/.exec(
        line,
      ),
    )
  expect(lines.map((line) => line?.[1])).toEqual(['MCP', 'REST', 'command line'])
  for (const [, , kept, tokens, bytes] of lines.map((line) => line ?? [])) {
    expect(Number(kept)).toBeGreaterThan(100)
    expect(Number(tokens)).toBeLessThanOrEqual(10_000)
    expect(Number(bytes)).toBeGreaterThan(2_000_000)
  }
}, 60_000)
