import { beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import { createAuthenticator } from './create-authenticator.ts'
import { hashKey } from './hash-key.ts'

const jwt = {
  issuer: 'https://login.example.com',
  audience: 'notes',
  jwks: { keys: [{ kty: 'RSA' }] },
}
const resource = 'https://notes.example.com/mcp'
const key = 'nB7w-key-of-the-office'
const keys = [{ id: 'office', hash: await hashKey(key) }]

describe('the library for access tokens', () => {
  const load = vi.fn((original: () => Promise<object>) => original())

  beforeEach(() => {
    load.mockClear()
    vi.resetModules()
    vi.doMock('jose', load)
  })

  it('is not loaded for static keys', async () => {
    const authenticator = createAuthenticator({ keys })
    await authenticator.authenticate(`Bearer ${key}`)
    await authenticator.authenticate('Bearer a.b.c')
    expect(load).not.toHaveBeenCalled()
  })

  it('is loaded for the first token that is not a static key', async () => {
    const authenticator = createAuthenticator({ keys, jwt, resource })
    await authenticator.authenticate(`Bearer ${key}`)
    expect(load).not.toHaveBeenCalled()
    expect(await authenticator.authenticate('Bearer a.b.c')).toMatchObject({
      ok: false,
      reason: 'unauthenticated',
      status: 401,
    })
    expect(load).toHaveBeenCalledOnce()
  })

  it('is asked for in the log where it is not installed, and no token is blamed', async () => {
    load.mockRejectedValueOnce(new Error("Cannot find package 'jose'"))
    const error = vi.fn()
    const authenticator = createAuthenticator({ keys, jwt, resource, log: { ...silentLog, error } })
    expect(await authenticator.authenticate('Bearer a.b.c')).toMatchObject({
      ok: false,
      reason: 'unavailable',
      status: 503,
    })
    expect(await authenticator.authenticate('Bearer a.b.c')).toMatchObject({
      ok: false,
      reason: 'unavailable',
      status: 503,
    })
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('npm install jose'),
      expect.anything(),
    )
    expect(await authenticator.authenticate(`Bearer ${key}`)).toMatchObject({ ok: true })
  })
})
