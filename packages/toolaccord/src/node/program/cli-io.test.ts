import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCliIo, readLines } from './cli-io.ts'

const never = new AbortController().signal

async function linesOf(chunks: Iterable<Buffer | string>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(Readable.from(chunks, { objectMode: false }), never))
    lines.push(line)
  return lines
}

describe('the lines of standard input', () => {
  it('end with line ends of either kind, the last one with or without', async () => {
    expect(await linesOf(['a\r\nb', 'c\n\nd'])).toEqual(['a', 'bc', '', 'd'])
    expect(await linesOf(['a\n'])).toEqual(['a'])
    expect(await linesOf([])).toEqual([])
  })

  it('keep what only other programs call a line end', async () => {
    expect(await linesOf(['a\u2028b\n'])).toEqual(['a\u2028b'])
  })

  it('are the same however the bytes arrive', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        )
        expect(await linesOf(chunks)).toEqual(lines)
      }),
    )
  })

  it('end when the run is interrupted', async () => {
    const controller = new AbortController()
    const lines: string[] = []
    // It gives one line and then waits for ever, as a terminal does.
    const input = new Readable({ read() {} })
    input.push('a\n')
    for await (const line of readLines(input, controller.signal)) {
      lines.push(line)
      controller.abort()
    }
    expect(lines).toEqual(['a'])
    expect(input.destroyed).toBe(true)
  })

  it('throw when the stream breaks', async () => {
    const input = new Readable({
      read() {
        input.destroy(new Error('broken pipe'))
      },
    })
    await expect(readLines(input, never).next()).rejects.toThrow('broken pipe')
  })
})

describe('the command line of a process', () => {
  it('aborts its signal at the first interrupt', () => {
    const io = createCliIo('notes')
    expect([io.program, io.signal.aborted]).toEqual(['notes', false])
    process.emit('SIGINT')
    expect(io.signal.aborted).toBe(true)
  })
})
