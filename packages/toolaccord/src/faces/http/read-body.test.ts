import { describe, expect, it } from 'vitest'
import { findTypeRefusal } from './create-edge.ts'
import { mcpEdgeRules, restEdgeRules } from './edge-rules.ts'
import { parseBody, readBody } from './read-body.ts'

const toRequest = (body: BodyInit | null, headers: Record<string, string> = {}) => {
  // Fetch asks for `duplex` with a stream; the type does not know it.
  const init: RequestInit & { readonly duplex: string } = {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  }
  return new Request('http://localhost/', init)
}

describe('the type of a body', () => {
  const both = [restEdgeRules, mcpEdgeRules]

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json; Charset="UTF-8"',
    'application/json;charset=utf8; profile=x',
  ])('may be %s', (type) => {
    for (const { bodyTypes } of both)
      expect(findTypeRefusal(bodyTypes, type, undefined)).toBeUndefined()
  })

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonx',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=utf-16',
    'text/plain; x=application/json',
    'multipart/form-data; boundary=application/json',
  ])('may not be %s', (type) => {
    for (const { bodyTypes } of both)
      expect(findTypeRefusal(bodyTypes, type, undefined)).toMatchObject({
        reason: 'unsupported_media_type',
      })
  })

  it('may be of any vendor over REST only', () => {
    const type = 'application/vnd.notes+json'
    expect(findTypeRefusal(restEdgeRules.bodyTypes, type, undefined)).toBeUndefined()
    expect(findTypeRefusal(mcpEdgeRules.bodyTypes, type, undefined)).toMatchObject({
      reason: 'unsupported_media_type',
    })
  })

  it('may not be compressed', () => {
    const { bodyTypes } = mcpEdgeRules
    expect(findTypeRefusal(bodyTypes, 'application/json', 'identity')).toBeUndefined()
    expect(findTypeRefusal(bodyTypes, 'application/json', 'gzip')).toMatchObject({
      message: "The body must be JSON in UTF-8, not 'application/json' encoded with 'gzip'.",
    })
  })
})

describe('a body', () => {
  it('is read whole', async () => {
    expect(await readBody(toRequest('abc'), 3)).toEqual(new TextEncoder().encode('abc'))
    expect(await readBody(toRequest(null), 3)).toEqual(new Uint8Array())
  })

  it('is refused as soon as it is over the limit, and read no further', async () => {
    let given = 0
    const endless = new ReadableStream({
      pull(controller) {
        given += 1
        controller.enqueue(new Uint8Array(10))
      },
    })
    await expect(readBody(toRequest(endless), 25)).rejects.toMatchObject({
      reason: 'too_large',
      message: 'The body is over the limit of 25 bytes.',
    })
    expect(given).toBeLessThan(6)
  })

  it('is refused unread if its length is over the limit', async () => {
    const request = toRequest('abc', { 'content-length': '26' })
    await expect(readBody(request, 25)).rejects.toMatchObject({ reason: 'too_large' })
    expect(request.bodyUsed).toBe(false)
  })
})

describe('JSON', () => {
  it('is parsed', () => {
    expect(parseBody('{"a":[1]}')).toEqual({ a: [1] })
  })

  it.each([
    ['', 'The body is not JSON: it ends too early, at line 1, column 1.'],
    ['{"a":\n1,}', 'The body is not JSON: it breaks at line 2, column 3, before "}".'],
  ])('that is broken is refused with the place: %j', (text, message) => {
    expect(() => parseBody(text)).toThrow(message)
  })
})
