import { describe, expect, it } from 'vitest'
import { compare } from '../../../../test/both-lanes.ts'
import type { ContentBlock } from '../../../outcome/content.ts'
import { toKnownBlocks } from './to-known-blocks.ts'

const link: ContentBlock = {
  type: 'resource_link',
  uri: 'notes://n1',
  name: 'Note',
  mimeType: 'a/b',
}
const image: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' }

describe('toKnownBlocks', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
    'leaves links to clients of %s',
    (revision) => {
      const blocks = [image, link]
      expect(toKnownBlocks(blocks, revision)).toBe(blocks)
    },
  )

  it.each(['2025-03-26', '2024-11-05', undefined, null])(
    'writes links as text for clients of %s',
    (revision) => {
      expect(toKnownBlocks([image, link, { ...link, description: 'Mine' }], revision)).toEqual([
        image,
        { type: 'text', text: 'Note: notes://n1' },
        { type: 'text', text: 'Note: notes://n1\nMine' },
      ])
    },
  )
})

describe('a link in a result', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'show' } }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }

  it.each(['2025-03-26', '2025-06-18'])('is the same in both lanes for %s', async (version) => {
    const sent = { headers: { ...headers, 'MCP-Protocol-Version': version }, body: call }
    expect(await compare(sent)).toBe(true)
  })
})
