import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPrompt } from './create-prompt.ts'

function terminal(...chunks: string[]) {
  const input = new PassThrough()
  // What readline takes for a terminal, and echoes to.
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  for (const chunk of chunks) input.write(chunk)
  const controller = new AbortController()
  return { input, output, controller, ask: createPrompt(controller, input, output) }
}

describe('a question on the terminal', () => {
  it('is answered with a line', async () => {
    const { ask, output } = terminal('Ada\n')
    expect(await ask('Who? ')).toBe('Ada')
    expect(String(output.read())).toContain('Who? ')
  })

  it('is answered with nothing at the end of input', async () => {
    const { ask, input } = terminal()
    input.end()
    expect(await ask('Who? ')).toBe(undefined)
  })

  it('is answered with nothing when the run is interrupted, before or meanwhile', async () => {
    const { ask, controller } = terminal('Ada\nBob\n')
    expect(await ask('Who? ')).toBe('Ada')
    controller.abort()
    expect(await ask('Who? ')).toBe(undefined)
    const second = terminal()
    const asked = second.ask('Who? ')
    second.controller.abort()
    expect(await asked).toBe(undefined)
  })
})

describe('lines that are typed ahead', () => {
  it('answer the questions that follow, and are shown beside them', async () => {
    const { ask, input, output } = terminal('Ada\nBob\nC')
    expect(await ask('Who? ')).toBe('Ada')
    expect(await ask('Who else? ')).toBe('Bob')
    expect(String(output.read())).toMatch(/Who\? [^]*Who else\? Bob\n$/)
    const last = ask('And? ')
    input.write('yd\n')
    expect(await last).toBe('Cyd')
  })

  it('are answers also after the end of input', async () => {
    const { ask, input } = terminal('Ada\nBob\n')
    input.end()
    expect([await ask('1'), await ask('2'), await ask('3')]).toEqual(['Ada', 'Bob', undefined])
  })

  it('are the same answers however they arrive', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ') })
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => {
          const text = lines.map((one) => `${one}\n`).join('')
          const { ask, input } = terminal()
          const answers: unknown[] = []
          const asking = (async () => {
            for (const _ of lines) answers.push(await ask('? '))
          })()
          for (let at = 0; at < text.length; at += size) {
            input.write(text.slice(at, at + size))
            await new Promise((resolve) => setImmediate(resolve))
          }
          await asking
          expect(answers).toEqual(lines)
        },
      ),
    )
  })
})
