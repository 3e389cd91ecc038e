import { describe, expect, it } from 'vitest'
import type { ContentBlock } from './content.ts'
import { describeBlock } from './describe-block.ts'

const resource = { uri: 'notes://n1', mimeType: 'text/plain' }

describe('the line about a block', () => {
  it.each<[ContentBlock, string]>([
    [
      { type: 'image', data: 'A'.repeat(4000), mimeType: 'image/png' },
      'Picture (image/png, 3 KB), beside this answer',
    ],
    [
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', title: 'Bell', uri: 'bells://1' },
      "Sound 'Bell' (audio/wav, 3 bytes), beside this answer and at bells://1",
    ],
    [
      { type: 'image', data: 'A'.repeat(2_000_000), mimeType: 'image/png', uri: 'p://1' },
      'Picture (image/png, 1.5 MB), beside this answer and at p://1',
    ],
    [{ type: 'resource_link', uri: 'notes://n1', name: 'One' }, "Link to 'One': notes://n1"],
    [{ type: 'resource_link', name: 'One', ...resource }, "Link to 'One' (text/plain): notes://n1"],
    [
      { type: 'resource', resource: { ...resource, text: 'Buy milk' } },
      'Contents of notes://n1 (text/plain, 8 bytes), beside this answer',
    ],
    [
      { type: 'resource', resource: { uri: 'notes://n1', blob: 'AAAA' } },
      'Contents of notes://n1 (3 bytes), beside this answer',
    ],
    [{ type: 'text', text: 'Short.' }, 'Short.'],
    [
      { type: 'text', text: 'x'.repeat(201) },
      `${'x'.repeat(200)}… (201 characters, beside this answer)`,
    ],
  ])('says what it is and where to read it', (block, line) => {
    expect(describeBlock(block)).toBe(line)
  })
})
