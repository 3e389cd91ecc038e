import { describe, expect, it } from 'vitest'
import { toResourceMetadata, toMetadataPaths, toMetadataUrl } from './resource-metadata.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

describe('the place of metadata', () => {
  it.each([
    [
      'https://notes.example.com',
      `https://notes.example.com${wellKnown}`,
      [wellKnown, `${wellKnown}/mcp`],
    ],
    [
      'https://notes.example.com/mcp',
      `https://notes.example.com${wellKnown}/mcp`,
      [wellKnown, `${wellKnown}/mcp`],
    ],
    [
      'http://127.0.0.1:8808/mcp',
      `http://127.0.0.1:8808${wellKnown}/mcp`,
      [wellKnown, `${wellKnown}/mcp`],
    ],
    [
      'https://example.com/notes/mcp',
      `https://example.com${wellKnown}/notes/mcp`,
      [wellKnown, `${wellKnown}/mcp`, `${wellKnown}/notes/mcp`],
    ],
  ])('of %s is found by a client that goes by RFC 9728', (resource, url, paths) => {
    expect(toMetadataUrl(resource)).toBe(url)
    expect(toMetadataPaths(resource)).toEqual(paths)
  })
})

describe('metadata', () => {
  it('names the resource as it was given, and scopes and servers where there are any', () => {
    const resource = 'https://notes.example.com'
    expect(toResourceMetadata({ resource })).toEqual({
      resource,
      bearer_methods_supported: ['header'],
    })
    expect(
      toResourceMetadata({
        resource,
        authorizationServers: ['https://a.example.com'],
        scopesSupported: ['notes:read'],
      }),
    ).toEqual({
      resource,
      authorization_servers: ['https://a.example.com'],
      scopes_supported: ['notes:read'],
      bearer_methods_supported: ['header'],
    })
  })
})
