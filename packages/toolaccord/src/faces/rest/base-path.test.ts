import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createLab } from '../../../test/lab-server.ts'
import { createRestHandler } from './create-rest-handler.ts'

describe('a handler that is mounted in an app', () => {
  it('makes links that lead back to it', async () => {
    const { server, release } = createLab()
    const app = new Hono()
    app.mount('/tools', createRestHandler(server, { basePath: '/tools' }))
    const headers = { prefer: 'respond-async' }
    const pending = await app.request('/tools/films/slow/develop', { method: 'POST', headers })
    const location = String(pending.headers.get('location'))
    expect(location).toMatch(/^\/tools\/jobs\/[\w-]+$/)
    expect(await pending.json()).toMatchObject({ meta: { next: [{ href: location }] } })
    release()
    expect((await app.request(location)).status).toBe(200)
    const document = await app.request('/tools/openapi.json')
    expect(await document.json()).toMatchObject({ servers: [{ url: '/tools' }] })
    const page = await app.request('/tools/')
    expect(await page.text()).toContain('http://localhost/tools/jobs/JOB_ID')
  })
})

describe('options of the face that cannot be', () => {
  const { server } = createLab()
  it.each([
    [{ waitMs: -1 }, 'waitMs: -1 is not a whole number from 0 to 2147483647'],
    [{ waitMs: 0.5 }, 'waitMs: 0.5 is not a whole number from 0 to 2147483647'],
    [{ basePath: 'tools' }, "basePath: 'tools' is not a path such as /tools"],
    [{ basePath: '/tools/' }, "basePath: '/tools/' is not a path such as /tools"],
    [{ basePath: '//evil.example' }, "basePath: '//evil.example' is not a path such as /tools"],
  ])('are refused: %j', (options, fault) => {
    expect(() => createRestHandler(server, options)).toThrow(new RangeError(fault))
  })
})
