import { describe, expect, it } from 'vitest'
import { isSecretKey } from './secret-key.ts'

describe('isSecretKey', () => {
  it.each([
    'password',
    'passwd',
    'passphrase',
    'secret',
    'token',
    'api_key',
    'apikey',
    'api-key',
    'authorization',
    'cookie',
    'set-cookie',
    'private_key',
    'credential',
    'credentials',
    'session',
    'access_token',
    'refresh_token',
    'client_secret',
    'x-api-key',
    'Proxy-Authorization',
    'AWS_SECRET_ACCESS_KEY',
    'mcp-session-id',
    'dbPassword',
    'API KEY',
    'P.A.S.S.W.O.R.D',
    '--token',
    'pwd',
    'auth',
  ])('knows %s in every spelling', (key) => {
    for (const spelt of [
      key,
      key.toUpperCase(),
      key.replaceAll(/[_-]/g, ''),
      key.replaceAll('_', '-'),
    ])
      expect(isSecretKey(spelt, 'x'), spelt).toBe(true)
    expect(isSecretKey(key, 1234)).toBe(!key.endsWith('session-id'))
  })

  it.each([
    'id',
    'tool',
    'author',
    'passed',
    'compass',
    'key',
    'monkey',
    'title',
    'trace_id',
    'side',
    '',
  ])('takes %s for no secret', (key) => {
    expect(isSecretKey(key, 'x')).toBe(false)
  })

  it('distinguishes a count of tokens from a token', () => {
    expect(
      ['max_tokens', 'tokenCount', 'session_timeout'].map((key) => isSecretKey(key, 500)),
    ).toEqual([false, false, false])
    expect(['tokens', 'token_value', 'sessionKey'].map((key) => isSecretKey(key, 'x'))).toEqual([
      true,
      true,
      true,
    ])
  })
})
