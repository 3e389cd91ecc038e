import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJsonLines } from './create-json-lines.ts'

let folder = ''
let files = 0
const newFile = () => join(folder, String(files++))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-lines-'))
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

describe('a file of JSON lines', () => {
  it('returns the newest first, as many as requested, however long the lines are', async () => {
    const lines = createJsonLines(newFile())
    expect(await lines.newest(3)).toEqual([])
    const texts = ['a', 'b'.repeat(70_000), 'c', 'd'.repeat(200_000), 'é'.repeat(40_000), 'e']
    for (const text of texts) await lines.append({ text })
    expect(await lines.newest(10)).toEqual(texts.toReversed().map((text) => ({ text })))
    expect(await lines.newest(2)).toEqual([{ text: 'e' }, { text: 'é'.repeat(40_000) }])
  })

  it('skips a torn line, and removes it with the next', async () => {
    const path = newFile()
    const lines = createJsonLines(path)
    await lines.append(1)
    await appendFile(path, '{"half": ')
    expect(await lines.newest(5)).toEqual([1])
    await lines.append(2)
    expect(await readFile(path, 'utf8')).toBe('1\n2\n')
  })

  it('skips lines that are not JSON', async () => {
    const path = newFile()
    await appendFile(path, '1\nnot json\n\n2\n')
    expect(await createJsonLines(path).newest(5)).toEqual([2, 1])
  })

  it('drops the newest', async () => {
    const lines = createJsonLines(newFile())
    await lines.append(1)
    await lines.append('x'.repeat(100_000))
    await lines.dropNewest()
    expect(await lines.newest(5)).toEqual([1])
    await lines.dropNewest()
    expect(await lines.newest(5)).toEqual([])
  })

  it('returns what was added, in any mixture of sizes', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(50), fc.integer({ min: 65_500, max: 65_600 })), {
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 8 }), async (lengths, most) => {
        const lines = createJsonLines(newFile())
        for (const length of lengths) await lines.append('x'.repeat(length))
        expect((await lines.newest(most)).map((line) => String(line).length)).toEqual(
          lengths.toReversed().slice(0, most),
        )
      }),
      { numRuns: 30 },
    )
  })
})
