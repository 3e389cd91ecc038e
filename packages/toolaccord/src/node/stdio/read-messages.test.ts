import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageReader } from './read-messages.ts'

/** What comes of a stream that arrives in these pieces. */
function read(...chunks: readonly string[]) {
  const [messages, errors]: [unknown[], unknown[]] = [[], []]
  const reader = createMessageReader(
    (message) => {
      messages.push(message)
    },
    (error) => {
      errors.push(JSON.parse(error))
    },
  )
  for (const chunk of chunks) reader.read(chunk)
  return { messages, errors }
}

const limit = 10 * 1024 * 1024
/** A line of so many characters, JSON all the way. */
const line = (length: number) => `"${'x'.repeat(length - 2)}"`

describe('the lines of a stream', () => {
  it('are messages, whatever pieces they arrive in', () => {
    const pieces = fc.tuple(
      fc.array(fc.jsonValue()),
      fc.array(fc.nat(200)),
      fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t\n'),
    )
    fc.assert(
      fc.property(pieces, ([values, cuts, ending]) => {
        const text = values.map((value) => JSON.stringify(value) + ending).join('')
        const at = [...cuts, text.length].sort((a, b) => a - b)
        const chunks = at.map((end, index) => text.slice(at[index - 1] ?? 0, end))
        expect(read(...chunks)).toEqual({
          messages: values.map((value): unknown => JSON.parse(JSON.stringify(value))),
          errors: [],
        })
      }),
    )
  })

  it('are not messages before they end', () => {
    expect(read('{"a":', '1}')).toEqual({ messages: [], errors: [] })
    expect(read('{"a":', '1}', '\n')).toEqual({ messages: [{ a: 1 }], errors: [] })
  })

  it.each(['{', '{"a":1', 'undefined', 'NaN', "{'a':1}", '{"a":1}{"b":2}', '\u0000', '\ufeff{}x'])(
    'that are no JSON get an error, and the next is read: %j',
    (broken) => {
      expect(read(`${broken}\n1\n`)).toEqual({
        messages: [1],
        errors: [
          {
            jsonrpc: '2.0',
            id: null,
            error: { code: -32_700, message: expect.any(String) as unknown },
          },
        ],
      })
    },
  )
})

describe('the limit of a line', () => {
  it('is ten megabytes', () => {
    expect(read(`${line(limit)}\n`).messages).toHaveLength(1)
    expect(read(`${line(limit + 1)}\n`)).toEqual({
      messages: [],
      errors: [
        {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32_600, message: `The line is over the limit of ${limit} characters.` },
        },
      ],
    })
  })

  it('holds for a line in many pieces, which gets one error at its end, and the next is read', () => {
    const piece = 'x'.repeat(1024 * 1024)
    const { messages, errors } = read(
      ...Array.from({ length: 25 }, () => piece),
      '\n',
      '{"next":true}\n',
    )
    expect(messages).toEqual([{ next: true }])
    expect(errors).toMatchObject([{ error: { code: -32_600 } }])
  })

  it('is for one line, not for all of them', () => {
    const half = `${line(limit / 2)}\n`
    expect(read(half, half, half).messages).toHaveLength(3)
    expect(read(half + half + half).errors).toEqual([])
  })
})
