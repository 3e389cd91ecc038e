import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { SignJWT, UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Logger } from '../log/log.ts'
import type { JwtOptions } from './authenticator-options.ts'
import { createAuthenticator } from './create-authenticator.ts'

const issuer = 'https://login.example.com'
const audience = 'https://notes.example.com/mcp'

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
type Answer = { readonly status?: number; readonly body: string }

let first: Pair
let second: Pair
let answer: Answer
let asked = 0
let server: Server
let jwksUrl = ''
let lines: string[] = []

const keep = (message: string, fields?: Readonly<Record<string, unknown>>) => {
  lines.push(inspect([message, fields], { depth: 9 }))
}
const log: Logger = { trace: keep, debug: keep, info: keep, warn: keep, error: keep }

const show = async (pairs: Readonly<Record<string, Pair>>) =>
  JSON.stringify({
    keys: await Promise.all(
      Object.entries(pairs).map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid,
      })),
    ),
  })

const seconds = () => Math.floor(Date.now() / 1000)

const usual = () => ({
  iss: issuer,
  aud: audience,
  sub: 'ada',
  exp: seconds() + 600,
  scope: 'notes:read notes:write',
})

const sign = (
  claims: Readonly<Record<string, unknown>> = {},
  { privateKey }: Pair = first,
  kid = 'k1',
) =>
  new SignJWT({ ...usual(), ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)

const create = (jwt: Partial<JwtOptions> = {}) => {
  const source = jwt.jwks === undefined && jwt.publicKey === undefined ? { jwksUrl } : {}
  const authenticator = createAuthenticator({
    jwt: { issuer, audience, ...source, ...jwt },
    resource: audience,
    log,
  })
  return (token: string) => authenticator.authenticate(`Bearer ${token}`)
}

const refused = (description: string) => ({
  ok: false,
  reason: 'unauthenticated',
  status: 401,
  error: 'invalid_token',
  description,
})
const accepted = { ok: true, caller: { id: 'ada', issuer, scopes: ['notes:read', 'notes:write'] } }
const unavailable = {
  ok: false,
  reason: 'unavailable',
  status: 503,
  description: 'Tokens cannot be checked at the moment. Retry later.',
}

beforeAll(async () => {
  ;[first, second] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ])
  server = createServer((_, response) => {
    asked += 1
    response
      .writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', Connection: 'close' })
      .end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  answer = { body: await show({ k1: first }) }
})

afterEach(async () => {
  vi.useRealTimers()
  answer = { body: await show({ k1: first }) }
  asked = 0
  lines = []
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('an access token', () => {
  it('says who calls and with which scopes', async () => {
    expect(await create()(await sign())).toEqual(accepted)
  })

  it.each([
    ['scp as a list', { scope: undefined, scp: ['a', 'b'] }, ['a', 'b']],
    ['scp as a text', { scope: undefined, scp: 'a b' }, ['a', 'b']],
    ['scope as a list', { scope: ['a', 3, ''] }, ['a']],
    ['no scope', { scope: undefined }, []],
    ['a scope that is neither', { scope: 7 }, []],
  ])('gives scopes from %s', async (_, claims, scopes) => {
    expect(await create()(await sign(claims))).toEqual({
      ok: true,
      caller: { id: 'ada', issuer, scopes },
    })
  })

  it('can name its holder in another claim', async () => {
    expect(
      await create({ idClaim: 'client_id' })(await sign({ client_id: 'agent-7' })),
    ).toMatchObject({ caller: { id: 'agent-7' } })
  })

  it.each([
    ['expired', { exp: seconds() - 60 }, 'The token has expired.'],
    ['not valid yet', { nbf: seconds() + 60 }, 'The token is not valid yet.'],
    [
      'for another server',
      { aud: 'https://other.example.com' },
      'The token was issued for another server.',
    ],
    ['for nobody', { aud: undefined }, 'The token was issued for another server.'],
    [
      'of another issuer',
      { iss: 'https://evil.example.com' },
      'The token is not from the authorization server of this server.',
    ],
    ['without an expiry', { exp: undefined }, 'The token does not say when it expires.'],
    ['without a holder', { sub: undefined }, 'The token does not say who holds it.'],
    ['with a number as holder', { sub: 7 }, 'The token does not say who holds it.'],
    ['with an endless holder', { sub: 'a'.repeat(257) }, 'The token does not say who holds it.'],
  ])('is refused when it is %s', async (_, claims, description) => {
    expect(await create()(await sign(claims))).toEqual(refused(description))
  })

  it('may be off by the clock tolerance, and no more', async () => {
    const [late, early] = await Promise.all([
      sign({ exp: seconds() - 5 }),
      sign({ nbf: seconds() + 5 }),
    ])
    expect(await Promise.all([late, early].map(create()))).toEqual([accepted, accepted])
    expect(await create({ clockToleranceSeconds: 0 })(late)).toEqual(
      refused('The token has expired.'),
    )
  })

  it('is refused with a signature of another key under a known name', async () => {
    expect(await create()(await sign({}, second))).toEqual(refused('The token is not valid.'))
  })

  it('is refused when anything in it was changed', async () => {
    const [header, , signature] = (await sign()).split('.')
    const payload = Buffer.from(JSON.stringify({ ...usual(), sub: 'root' })).toString('base64url')
    expect(await create()([header, payload, signature].join('.'))).toEqual(
      refused('The token is not valid.'),
    )
  })

  it('is refused without a signature', async () => {
    const token = new UnsecuredJWT(usual()).encode()
    expect(await create()(token)).toEqual(refused('The token is not valid.'))
    expect(await create()(token.replace(/\.$/, ''))).toEqual(refused('The token is not valid.'))
  })

  it.each(['jwksUrl', 'publicKey'])(
    'is refused with HS256 and the public key as its secret, against %s',
    async (source) => {
      const pem = await exportSPKI(first.publicKey)
      const token = await new SignJWT(usual())
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(new TextEncoder().encode(pem))
      const authenticate = create(
        source === 'publicKey' ? { publicKey: pem, algorithms: ['ES256'] } : {},
      )
      expect(await authenticate(token)).toEqual(refused('The token is not valid.'))
    },
  )

  it('is refused with an algorithm that is not among those chosen', async () => {
    expect(await create({ algorithms: ['RS256'] })(await sign())).toEqual(
      refused('The token is not valid.'),
    )
  })

  it('is verified with a key set or a public key that is at hand', async () => {
    const publicKey = await exportJWK(first.publicKey)
    const sources: Partial<JwtOptions>[] = [
      { publicKey },
      { publicKey: first.publicKey },
      { publicKey: await exportSPKI(first.publicKey), algorithms: ['ES256'] },
      { jwks: { keys: [{ ...publicKey, kid: 'k1' }] } },
    ]
    for (const source of sources) {
      expect(await create(source)(await sign())).toEqual(accepted)
      expect(await create(source)(await sign({}, second))).toEqual(
        refused('The token is not valid.'),
      )
    }
    expect(asked).toBe(0)
  })

  it('that names no key is refused where several could be meant', async () => {
    const keys = [await exportJWK(first.publicKey), await exportJWK(second.publicKey)]
    const token = await new SignJWT(usual())
      .setProtectedHeader({ alg: 'ES256' })
      .sign(first.privateKey)
    expect(await create({ jwks: { keys } })(token)).toEqual(
      refused('The token does not name the key that it was signed with.'),
    )
  })
})

describe('the keys of an authorization server', () => {
  it('are fetched once, for a token of an unknown key too', async () => {
    const authenticate = create()
    await Promise.all([authenticate(await sign()), authenticate(await sign({ jti: '2' }))])
    expect(await authenticate(await sign({}, second, 'k2'))).toEqual(
      refused('The token was signed with a key that the authorization server does not show.'),
    )
    expect(asked).toBe(1)
  })

  it('are fetched again for an unknown key once half a minute has passed', async () => {
    const authenticate = create()
    expect(await authenticate(await sign())).toEqual(accepted)
    answer = { body: await show({ k1: first, k2: second }) }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await authenticate(await sign({}, second, 'k2'))).toEqual(accepted)
    expect(asked).toBe(2)
  })

  it.each<[string, () => Answer]>([
    ['fails', () => ({ status: 500, body: 'oops' })],
    ['sends elsewhere', () => ({ status: 302, body: '' })],
    ['shows no key set', () => ({ body: '{"keys":7}' })],
    ['shows no JSON', () => ({ body: '<html>' })],
    ['shows too much', () => ({ body: `{"keys":[],"more":"${'x'.repeat(300_000)}"}` })],
  ])("are not the token's fault if their server %s", async (_, broken) => {
    answer = broken()
    expect(await create()(await sign())).toEqual(unavailable)
    expect(lines).toEqual([expect.stringContaining(jwksUrl)])
  })

  it("are not the token's fault if their server is down, and it is accepted later", async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await create({ jwksUrl: `http://127.0.0.1:${port}/jwks` })(await sign())).toEqual(
      unavailable,
    )

    answer = { status: 503, body: '' }
    const authenticate = create()
    expect(await authenticate(await sign())).toEqual(unavailable)
    answer = { body: await show({ k1: first }) }
    expect(await authenticate(await sign())).toEqual(unavailable)
    expect(asked).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_001 })
    expect(await authenticate(await sign())).toEqual(accepted)
    expect(lines).toHaveLength(2)
  })

  it("are not the token's fault if the key at hand cannot be read", async () => {
    const authenticate = create({
      publicKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
      algorithms: ['ES256'],
    })
    expect(await authenticate(await sign())).toEqual(unavailable)
    expect(lines).toEqual([expect.stringContaining('no access token can be verified')])
  })
})

describe('a token that was verified', () => {
  it('is not verified again for a minute, and never after it has expired', async () => {
    let now = Date.now()
    const authenticator = createAuthenticator({
      jwt: { issuer, audience, jwksUrl, clockToleranceSeconds: 0 },
      resource: audience,
      log,
      now: () => now,
    })
    const [long, short] = [await sign(), await sign({ exp: seconds() + 30 })].map(
      (token) => `Bearer ${token}`,
    )
    const kept = await authenticator.authenticate(long)
    expect(await authenticator.authenticate(long)).toBe(kept)
    expect(await authenticator.authenticate(short)).toEqual(accepted)
    now += 31_000
    expect(await authenticator.authenticate(long)).toBe(kept)
    expect(await authenticator.authenticate(short)).toEqual(refused('The token has expired.'))
    now += 31_000
    expect(await authenticator.authenticate(long)).not.toBe(kept)
  })

  it('is verified every time when the cache is off', async () => {
    const authenticate = create({ cacheMs: 0 })
    const token = await sign()
    expect(await authenticate(token)).not.toBe(await authenticate(token))
  })
})

describe('a refusal', () => {
  it('holds nothing of the token, and the log neither', async () => {
    const claims = { sub: 'secret-holder', jti: 'secret-jti' }
    const changes = [{ exp: 1 }, { aud: 'secret-aud' }, { iss: 'secret-iss' }, { sub: 7 }]
    const tokens = await Promise.all([
      ...changes.map((change) => sign({ ...claims, ...change })),
      sign(claims, second),
      sign(claims, second, 'secret-kid'),
    ])
    answer = { status: 500, body: '' }
    const down = await Promise.all(tokens.map(create()))
    answer = { body: await show({ k1: first }) }
    const answers = [...down, ...(await Promise.all(tokens.map(create())))]
    expect(answers.map(({ ok }) => ok)).toEqual(Array(12).fill(false))
    const shown = JSON.stringify(answers) + lines.join('\n')
    expect(lines.length).toBeGreaterThan(0)
    for (const part of ['secret', ...tokens.flatMap((token) => token.split('.'))])
      expect(shown).not.toContain(part)
  })
})
