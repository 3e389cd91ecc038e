import { describe, expect, it } from 'vitest'
import { isNoise } from './is-noise.ts'

const noise = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const text = new TextEncoder().encode('Some text that anybody could have written. '.repeat(1_000))

describe('isNoise', () => {
  it.each([4_097, 9_000, 60_000])('is true for %i random bytes', (length) => {
    expect(isNoise(noise(length))).toBe(true)
  })

  it.each([
    ['text', text],
    ['random Base64', new TextEncoder().encode(btoa(String.fromCharCode(...noise(30_000))))],
    ['text after random bytes', Uint8Array.of(...noise(20_000), ...text)],
    ['nothing', new Uint8Array()],
  ])('is false for %s', (_, content) => {
    expect(isNoise(content)).toBe(false)
  })
})
