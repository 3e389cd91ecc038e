import fc from 'fast-check'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../log/log.ts'
import { type Authenticator, createAuthenticator } from './create-authenticator.ts'
import { hashKey } from './hash-key.ts'

const key = 'nB7w-key-of-the-office'
const keys = [{ id: 'office', hash: await hashKey(key), scopes: ['notes:read'] }]
const accepted = { ok: true, caller: { id: 'office', scopes: ['notes:read'] } }
const resource = 'https://notes.example.com/mcp'

const jwt = { issuer: 'https://login.example.com', audience: resource }
const { publicKey } = await generateKeyPair('ES256', { extractable: true })
const both = createAuthenticator({
  keys,
  jwt: { ...jwt, jwks: { keys: [await exportJWK(publicKey)] } },
  resource,
  log: silentLog,
})
const keysOnly = createAuthenticator({ keys })

describe('an Authorization header', () => {
  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}  `])(
    'is read as %j',
    async (header) => {
      expect(await keysOnly.authenticate(header)).toEqual(accepted)
    },
  )

  it.each([
    undefined,
    '',
    ' ',
    key,
    `Basic ${key}`,
    `Bearer${key}`,
    `Bearer\t${key}`,
    ` Bearer ${key}`,
  ])('without a bearer token asks for one: %j', async (header) => {
    const description = 'A token is needed. Send it in the header as Authorization: Bearer <token>.'
    expect(await keysOnly.authenticate(header)).toEqual({
      ok: false,
      reason: 'unauthenticated',
      status: 401,
      description,
    })
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer =',
    'Bearer schlüssel',
    `Bearer ${key} ${key}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key},${key}`,
    `Bearer "${key}"`,
    `Bearer ${key}\n`,
    `Bearer ${key}\0`,
  ])('with anything but one token is refused: %j', async (header) => {
    const description = 'The Authorization header must hold one token, as Bearer <token>.'
    expect(await keysOnly.authenticate(header)).toEqual({
      ok: false,
      reason: 'unauthenticated',
      status: 401,
      error: 'invalid_token',
      description,
    })
  })

  it('with a token that is too long is refused', async () => {
    const refused = { ok: false, reason: 'unauthenticated', status: 401, error: 'invalid_token' }
    expect(await both.authenticate(`Bearer ${'a'.repeat(16_384)}`)).toEqual({
      ...refused,
      description: 'The token is not valid.',
    })
    expect(await both.authenticate(`Bearer ${'a'.repeat(16_385)}`)).toEqual({
      ...refused,
      description: 'The token is longer than 16384 characters.',
    })
  })
})

describe('a static key', () => {
  it('lets its holder in beside access tokens', async () => {
    expect(await both.authenticate(`Bearer ${key}`)).toEqual(accepted)
  })

  it.each([key.slice(0, -1), `${key}a`, key.toUpperCase(), keys[0]?.hash.slice(7) ?? ''])(
    'is not %j',
    async (token) => {
      expect(await keysOnly.authenticate(`Bearer ${token}`)).toEqual({
        ok: false,
        reason: 'unauthenticated',
        status: 401,
        error: 'invalid_token',
        description: 'The token is not valid.',
      })
    },
  )
})

describe('a random string', () => {
  const base64url = fc
    .base64String()
    .map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  const tokenLike = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.array(base64url, { minLength: 3, maxLength: 3 }).map((parts) => parts.join('.')),
  )
  const headerLike = fc
    .tuple(
      fc.constantFrom('', 'Bearer ', 'bearer ', 'Basic '),
      fc.oneof(tokenLike, fc.string({ unit: 'binary' })),
    )
    .map((parts) => parts.join(''))

  it.each<[string, Authenticator]>([
    ['static keys', keysOnly],
    ['static keys and access tokens', both],
  ])('never lets anybody in, and never throws: %s', async (_, authenticator) => {
    await fc.assert(
      fc.asyncProperty(headerLike, async (header) => {
        const answer = await authenticator.authenticate(header)
        if (answer.ok || answer.status !== 401) return false
        return /^Bearer realm="toolaccord"[\x20-\x7e]*$/.test(authenticator.challenge(answer) ?? '')
      }),
      { numRuns: 500 },
    )
  })

  it('shows up in no refusal', async () => {
    const secret = fc.stringMatching(/^[\w.~+/-]{12,40}$/)
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.constantFrom('Bearer ', 'Bearer x ', 'Basic ', ''),
        async (token, scheme) => {
          const answer = await both.authenticate(scheme + token)
          return !answer.ok && !JSON.stringify([answer, both.challenge(answer)]).includes(token)
        },
      ),
    )
  })
})

describe('a challenge', () => {
  it('leads a client that sent nothing to the metadata, and says nothing else', async () => {
    const refusal = await both.authenticate(undefined)
    expect(refusal.ok || both.challenge(refusal)).toBe(
      'Bearer realm="toolaccord", resource_metadata=' +
        '"https://notes.example.com/.well-known/oauth-protected-resource/mcp"',
    )
  })

  it('names only the realm if there is no resource', async () => {
    const named = createAuthenticator({ keys, realm: 'the office' })
    const refusal = await named.authenticate(undefined)
    expect(refusal.ok || named.challenge(refusal)).toBe('Bearer realm="the office"')
  })
})

describe('metadata', () => {
  it('says where tokens come from', () => {
    expect(both.metadata()).toEqual({
      resource,
      authorization_servers: ['https://login.example.com'],
      bearer_methods_supported: ['header'],
    })
    expect(both.metadataPaths).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ])
  })

  it('does not exist without a resource', () => {
    expect([keysOnly.metadata(), keysOnly.metadataPaths]).toEqual([undefined, []])
  })
})

describe('keys that are looked up', () => {
  const ada = { id: 'ada', scopes: ['notes:read'], passwordHash: 'x' }
  const refused = {
    ok: false,
    reason: 'unauthenticated',
    status: 401,
    error: 'invalid_token',
    description: 'The token is not valid.',
  }

  it('are known by their hash, and let in as whom they are found', async () => {
    const asked: string[] = []
    const find = async (hash: string) => {
      asked.push(hash)
      return hash === keys[0]?.hash ? ada : undefined
    }
    const { authenticate } = createAuthenticator({ keys: find })
    expect(await authenticate(`Bearer ${key}`)).toEqual({
      ok: true,
      caller: { id: 'ada', scopes: ['notes:read'] },
    })
    expect(await authenticate('Bearer another-key-of-nobody')).toEqual(refused)
    expect(asked).toEqual([keys[0]?.hash, await hashKey('another-key-of-nobody')])
  })

  it('are not asked for without a token, and go with access tokens', async () => {
    const options = {
      keys: () => undefined,
      jwt: { ...jwt, jwks: { keys: [await exportJWK(publicKey)] } },
      resource,
      log: silentLog,
    }
    expect(await createAuthenticator(options).authenticate(undefined)).toMatchObject({
      status: 401,
    })
    expect(await createAuthenticator(options).authenticate(`Bearer ${key}`)).toMatchObject({
      status: 401,
      error: 'invalid_token',
    })
  })

  it('that cannot be looked up do not get another, and are logged', async () => {
    const lines: unknown[] = []
    const log = {
      ...silentLog,
      warn(message: string) {
        lines.push(message)
      },
    }
    const { authenticate } = createAuthenticator({
      keys: () => Promise.reject(new Error('the database is away')),
      log,
    })
    expect(await authenticate(`Bearer ${key}`)).toEqual({
      ok: false,
      reason: 'unavailable',
      status: 503,
      description: 'Tokens cannot be checked at the moment. Retry later.',
    })
    expect(lines).toEqual(['keys of callers cannot be looked up'])
  })
})
