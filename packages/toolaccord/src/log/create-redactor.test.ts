import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './create-redactor.ts'

const { fields, text } = createRedactor()
const hidden = '[redacted]'

describe('createRedactor', () => {
  it('gives other fields back as they are', () => {
    const plain = {
      id: 'r1',
      ms: 12.5,
      on: true,
      none: null,
      list: [1, 'two', { three: 3 }],
      nested: { deep: { er: 'ok' } },
    }
    expect(fields(plain)).toEqual(plain)
  })

  it('redacts by name at any depth, whole subtrees too', () => {
    expect(
      fields({
        user: { name: 'ann', Password: 'hunter2', list: [{ api_key: 'k' }] },
        credentials: { a: { b: 'hunter2' } },
        token: 42,
      }),
    ).toEqual({
      user: { name: 'ann', Password: hidden, list: [{ api_key: hidden }] },
      credentials: hidden,
      token: hidden,
    })
  })

  it('keeps what is not a secret: null, and true or false for whether there is one', () => {
    expect(fields({ password: null, hasPassword: true, token: undefined })).toEqual({
      password: null,
      hasPassword: true,
    })
  })

  it('redacts by form in every text, names included', () => {
    expect(
      fields({ note: 'use Bearer hunter2', list: ['password=hunter2'], 'Bearer hunter2': 1 }),
    ).toEqual({
      note: `use Bearer ${hidden}`,
      list: [`password=${hidden}`],
      [`Bearer ${hidden}`]: 1,
    })
    expect(text('login with password=hunter2')).toBe(`login with password=${hidden}`)
  })

  it('redacts what follows a secret name in a list, and what is named beside its value', () => {
    expect(
      fields({
        raw: ['Host', 'x', 'Cookie', 'a=hunter2'],
        pairs: [['authorization', 'hunter2']],
        argv: ['deploy', '--password', 'hunter2'],
      }),
    ).toEqual({
      raw: ['Host', 'x', 'Cookie', hidden],
      pairs: [['authorization', hidden]],
      argv: ['deploy', '--password', hidden],
    })
    expect(
      fields({
        set: [
          { name: 'API_TOKEN', value: 'hunter2' },
          { key: 'color', value: 'red' },
        ],
      }),
    ).toEqual({
      set: [
        { name: 'API_TOKEN', value: hidden },
        { key: 'color', value: 'red' },
      ],
    })
  })

  it('redacts its own paths, with * for any one name', () => {
    const own = createRedactor({ paths: ['args.card.number', 'items.*.pin', '*.at', 'list.1'] })
    const given = {
      args: { card: { number: '4111', month: 5 }, number: 1 },
      items: [
        { pin: 1, id: 2 },
        { pin: 3, id: 4 },
      ],
      from: { at: 'home' },
      list: ['a', 'b'],
      card: { number: 2 },
    }
    expect(own.fields(given)).toEqual({
      args: { card: { number: hidden, month: 5 }, number: 1 },
      items: [
        { pin: hidden, id: 2 },
        { pin: hidden, id: 4 },
      ],
      from: { at: hidden },
      list: ['a', hidden],
      card: { number: 2 },
    })
  })

  it.each(['', 'a..b', '.a', 'a.'])('refuses the path %j when it is made', (path) => {
    expect(() => createRedactor({ paths: [path] })).toThrow(`'${path}' is not a path to redact`)
  })

  it('keeps type, message, stack, properties and causes of errors, redacted line by line', () => {
    const cause = new AggregateError([new Error('Bearer hunter2')], 'token=hunter2')
    const thrown = Object.assign(new TypeError('no\npassword=hunter2', { cause }), {
      code: 'E1',
      config: { headers: { authorization: 'hunter2' } },
    })
    const logged = fields({ thrown })
    expect(logged).toMatchObject({
      thrown: {
        type: 'TypeError',
        message: `no\\npassword=${hidden}`,
        stack: expect.arrayContaining([expect.stringMatching(/^at .*create-redactor\.test\.ts/)]),
        code: 'E1',
        config: { headers: { authorization: hidden } },
        cause: {
          type: 'AggregateError',
          message: `token=${hidden}`,
          errors: [{ message: `Bearer ${hidden}` }],
        },
      },
    })
    expect(JSON.stringify(logged)).not.toContain('hunter2')
  })

  it('redacts a stack whose first line is not the message', () => {
    const thrown = new Error('new words')
    thrown.stack = 'Error: password=hunter2\n    at run (a.ts:1:2)'
    expect(fields({ thrown })).toEqual({
      thrown: {
        type: 'Error',
        message: 'new words',
        stack: [`Error: password=${hidden}`, 'at run (a.ts:1:2)'],
      },
    })
  })

  it('writes what JSON has no word for', () => {
    const at = new Date(0)
    expect(
      fields({
        at,
        never: new Date(Number.NaN),
        url: new URL('https://ann:hunter2@host/x'),
        query: new URLSearchParams('token=hunter2&a=1'),
        map: new Map([['token', 'hunter2']]),
        set: new Set([1]),
        headers: new Headers({ cookie: 'hunter2', host: 'x' }),
        bytes: new TextEncoder().encode('hunter2'),
        big: 1n,
        mark: Symbol('s'),
        run: () => 1,
        nan: Number.NaN,
        holes: [undefined],
      }),
    ).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      never: null,
      url: `https://${hidden}@host/x`,
      query: `token=${hidden}&a=1`,
      map: { token: hidden },
      set: [1],
      headers: { cookie: hidden, host: 'x' },
      bytes: '[7 bytes]',
      big: '1',
      mark: 'Symbol(s)',
      run: '[function]',
      nan: 'NaN',
      holes: [null],
    })
  })

  it('survives cycles, and shows a value twice that is there twice', () => {
    const shared = { a: 1 }
    const loop: Record<string, unknown> = { shared, again: shared }
    loop.self = loop
    const caused = new Error('loop')
    caused.cause = caused
    expect(fields({ loop })).toEqual({
      loop: { shared: { a: 1 }, again: { a: 1 }, self: '[circular]' },
    })
    expect(fields({ caused })).toMatchObject({ caused: { message: 'loop', cause: '[circular]' } })
  })

  it('survives properties that cannot be read, and keeps the others', () => {
    const hostile = {
      get broken() {
        throw new Error('no')
      },
      fine: 1,
    }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(
      fields({
        hostile,
        proxy,
        json: {
          toJSON() {
            throw new Error('no')
          },
        },
      }),
    ).toEqual({
      hostile: { broken: '[unreadable]', fine: 1 },
      proxy: '[unreadable]',
      json: '[unreadable]',
    })
    expect(fields(proxy)).toEqual({ fields: '[unreadable]' })
  })

  it('bounds depth, count and length', () => {
    const small = createRedactor({ limits: { depth: 3, values: 4, text: 5, total: 40 } })
    expect(small.fields({ a: { b: { c: { d: 1 } } } })).toEqual({
      a: { b: { c: '[deeper than 3 levels]' } },
    })
    expect(small.fields({ list: [1, 2, 3, 4, 5] })).toEqual({ list: [1, 2, 3, '[more left out]'] })
    expect(small.fields({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toEqual({
      a: 1,
      b: 2,
      c: 3,
      d: 4,
      '...': 'more left out',
    })
    expect(small.fields({ x: 'abcdefgh' })).toEqual({ x: 'abcde... [3 characters cut]' })
    expect(small.text('abcdefgh')).toBe('abcde... [3 characters cut]')
  })

  it('bounds the whole entry, however the text is spread', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`k${index}`, 'x'.repeat(10_000)]),
    )
    expect(JSON.stringify(fields(many)).length).toBeLessThan(150_000)
    let touched = 0
    const endless = new Set(
      Array.from({ length: 100_000 }, () => ({
        get a() {
          return touched++
        },
      })),
    )
    fields({ endless, list: [...endless] })
    expect(touched).toBeLessThan(1000)
  })

  it('puts every text on one line that cannot drive a terminal', () => {
    const logged = JSON.stringify({
      ...fields({ 'a\nb': 'c\u001b[2J\u202e', list: ['\u009b\u2028'] }),
      message: text('one\r\ntwo'),
    })
    expect(JSON.parse(logged)).toEqual({
      'a\\nb': 'c\\u001b[2J\\u202e',
      list: ['\\u009b\\u2028'],
      message: 'one\\r\\ntwo',
    })
  })

  it('gives JSON without control characters for anything, and never throws', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
    })
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), anything), (given) => {
        const texts: string[] = []
        const collect = (key: string, value: unknown) => {
          texts.push(key)
          if (typeof value === 'string') texts.push(value)
          return value
        }
        expect(JSON.parse(JSON.stringify(fields(given), collect))).toBeTypeOf('object')
        // oxlint-disable-next-line no-control-regex -- control characters must not be there
        expect(texts.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
      }),
    )
  })
})
