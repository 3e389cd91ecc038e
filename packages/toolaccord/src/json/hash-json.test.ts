import { describe, expect, it } from 'vitest'
import { hashJson } from './hash-json.ts'
import { toHex } from './to-hex.ts'

describe('hashJson', () => {
  it('is the SHA-256 hash of the canonical JSON', async () => {
    expect(toHex(await hashJson({ a: 1 }))).not.toBe(toHex(await hashJson({ a: 2 })))
    expect(toHex(await hashJson({}))).toBe(
      '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    )
  })
})
