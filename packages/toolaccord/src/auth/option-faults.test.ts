import { generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import type { AuthenticatorOptions, JwtOptions } from './authenticator-options.ts'
import { createAuthenticator } from './create-authenticator.ts'

const hash = `sha256:${'a'.repeat(64)}`
const resource = 'https://notes.example.com/mcp'
const jwt: JwtOptions = {
  issuer: 'https://login.example.com',
  audience: resource,
  jwksUrl: 'https://login.example.com/jwks',
}

const notSecure = 'must be https; only a loopback address may be http'

// Mistakes that do not compile still come from JavaScript and from configuration files.
const create = (options: unknown) => () => createAuthenticator(options as AuthenticatorOptions)
const faultsOf = (options: unknown): string[] => {
  try {
    create(options)()
    return []
  } catch (error) {
    return String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''))
  }
}

describe('options of an authenticator', () => {
  it.each<[string, AuthenticatorOptions]>([
    ['keys alone', { keys: [{ id: 'office', hash, scopes: ['notes:write'] }] }],
    ['access tokens alone', { jwt, resource }],
    [
      'keys of a loopback server',
      {
        jwt: { ...jwt, jwksUrl: 'http://127.0.0.1:9/jwks' },
        resource: 'http://localhost:8808/mcp',
      },
    ],
    [
      'keys of a loopback server over IPv6',
      { jwt: { ...jwt, jwksUrl: 'http://[::1]:9/jwks' }, resource },
    ],
    [
      'an issuer that is not a URL, with a server',
      {
        jwt: { ...jwt, issuer: 'login' },
        resource,
        authorizationServers: ['https://login.example.com'],
      },
    ],
  ])('are taken: %s', (_, options) => {
    expect(faultsOf(options)).toEqual([])
  })

  it('are refused with every fault named', () => {
    const bad = {
      keys: [
        { id: 'office', hash: 'plain-key' },
        { id: 'office', hash, scopes: ['two words'] },
        { id: '' },
      ],
      jwt: { jwksUrl: 'http://login.example.com/jwks', algorithms: ['none', 'HS256', 'RSA'] },
    }
    expect(faultsOf(bad)).toEqual([
      'keys[0].hash: must be sha256: and 64 hexadecimal digits; hashKey(key) makes it',
      "keys[1].scopes: 'two words' is not a scope: " +
        'printable ASCII without spaces, quotes and backslashes',
      'keys[2].id: must be 1 to 128 printable ASCII characters without a space',
      'keys[2].hash: must be sha256: and 64 hexadecimal digits; hashKey(key) makes it',
      "keys: two have the id 'office'",
      'jwt.issuer: needed, because a token of any other issuer must be refused',
      'jwt.audience: needed, because a token for another server must be refused',
      `jwt.jwksUrl: 'http://login.example.com/jwks' ${notSecure}`,
      expect.stringContaining("jwt.algorithms: 'none' lets everybody in; accepted are RS256"),
      expect.stringContaining(
        "jwt.algorithms: 'HS256' lets everybody make tokens who can check them; accepted",
      ),
      expect.stringContaining("jwt.algorithms: 'RSA' is not known; accepted"),
      'resource: needed with jwt, because clients find the authorization server through it',
    ])
    expect(create(bad)).not.toThrow('plain-key')
  })

  it.each<[string, unknown, string]>([
    [
      'nothing',
      {},
      'needs keys or jwt: without either nobody is let in; ' +
        'keysFromEnv gives none if TOOLACCORD_API_KEYS is not set',
    ],
    [
      'one hash twice',
      {
        keys: [
          { id: 'a', hash },
          { id: 'b', hash: hash.replaceAll('a', 'A').replace('shA', 'sha') },
        ],
      },
      "keys: 'a' and 'b' have the same hash",
    ],
    [
      'an empty audience',
      { jwt: { ...jwt, audience: [] }, resource },
      'jwt.audience: needed, because a token for another server must be refused',
    ],
    [
      'an audience of nothing',
      { jwt: { ...jwt, audience: ['a', ''] }, resource },
      'jwt.audience: needed, because a token for another server must be refused',
    ],
    [
      'no source of keys',
      { jwt: { ...jwt, jwksUrl: undefined }, resource },
      'jwt: needs exactly one of jwksUrl, jwks and publicKey, and has 0',
    ],
    [
      'two sources of keys',
      { jwt: { ...jwt, jwks: { keys: [{ kty: 'RSA' }] } }, resource },
      'jwt: needs exactly one of jwksUrl, jwks and publicKey, and has 2',
    ],
    [
      'no algorithm',
      { jwt: { ...jwt, algorithms: [] }, resource },
      'jwt.algorithms: must name one or more',
    ],
    [
      'a password in a URL',
      { jwt: { ...jwt, jwksUrl: 'https://a:b@login.example.com/jwks' }, resource },
      'jwt.jwksUrl: must not hold a name or a password',
    ],
    [
      'a host that looks like loopback',
      { jwt: { ...jwt, jwksUrl: 'http://127.0.0.1.a.com/' }, resource },
      `jwt.jwksUrl: 'http://127.0.0.1.a.com/' ${notSecure}`,
    ],
    [
      'a file as key set',
      { jwt: { ...jwt, jwksUrl: 'file:///etc/jwks' }, resource },
      `jwt.jwksUrl: 'file:///etc/jwks' ${notSecure}`,
    ],
    ['a resource that is not a URL', { jwt, resource: 'notes' }, "resource: 'notes' is not a URL"],
    [
      'a resource with a fragment',
      { jwt, resource: `${resource}#a` },
      `resource: '${resource}#a' must have neither a query nor a fragment`,
    ],
    [
      'an issuer that is not a URL',
      { jwt: { ...jwt, issuer: 'login' }, resource },
      "jwt.issuer, where clients are sent without authorizationServers: 'login' is not a URL",
    ],
    [
      'too much tolerance',
      { jwt: { ...jwt, clockToleranceSeconds: 301 }, resource },
      'jwt.clockToleranceSeconds: 301 is not from 0 to 300',
    ],
    [
      'a cache time that is not a time',
      { jwt: { ...jwt, cacheMs: -1 }, resource },
      'jwt.cacheMs: -1 is not from 0 to 3600000',
    ],
    [
      'an empty claim',
      { jwt: { ...jwt, idClaim: '' }, resource },
      'jwt.idClaim: must name a claim',
    ],
  ])('are refused with %s', (_, options, fault) => {
    expect(faultsOf(options)).toEqual([fault])
  })

  it('are refused with a key that holds a secret', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const withKey = (publicKey: unknown, more = {}) =>
      faultsOf({ jwt: { ...jwt, jwksUrl: undefined, publicKey, ...more }, resource })
    expect(withKey(privateKey)).toEqual([
      'jwt.publicKey: is a private key; give the public half of a pair',
    ])
    expect(withKey({ kty: 'EC', d: 'x' })).toEqual([
      'jwt.publicKey: holds a secret; give the public half of a pair',
    ])
    expect(withKey({ kty: 'oct', k: 'x' })).toEqual([
      'jwt.publicKey: holds a secret; give the public half of a pair',
    ])
    expect(withKey({})).toEqual(['jwt.publicKey: has no kty'])
    expect(withKey('-----BEGIN PRIVATE KEY-----', { algorithms: ['ES256'] })).toEqual([
      'jwt.publicKey: a string must be PEM that starts with BEGIN PUBLIC KEY',
    ])
    expect(withKey('-----BEGIN PUBLIC KEY-----')).toEqual([
      'jwt.algorithms: must be exactly one with a publicKey in PEM, which does not name its own',
    ])
    const withSet = (jwks: unknown) =>
      faultsOf({ jwt: { ...jwt, jwksUrl: undefined, jwks }, resource })
    expect(withSet({ keys: [{ kty: 'RSA', d: 'x' }] })).toEqual([
      'jwt.jwks.keys[0]: holds a secret; give the public half of a pair',
    ])
    expect(withSet({})).toEqual(['jwt.jwks: must be { keys: [...] } with one key or more'])
  })
})
