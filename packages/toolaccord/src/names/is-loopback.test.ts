import { describe, expect, it } from 'vitest'
import { isLoopback } from './is-loopback.ts'

describe('this machine', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    '',
    '0.0.0.0',
    '::',
    '192.0.2.1',
    'example.com',
    '127.evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1]:80',
  ])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})
