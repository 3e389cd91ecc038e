import { describe, expect, it } from 'vitest'
import { isLoopback } from './is-loopback.ts'

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('is true for %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each(['', '0.0.0.0', '::', '128.0.0.1', '127.0.0.1.example.com', 'localhost.example.com'])(
    'is false for %j',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})
