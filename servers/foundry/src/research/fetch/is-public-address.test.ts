import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './is-public-address.ts'

const closed = `
  0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 fe80::1 fe80::1%eth0 fc00::1
  fd12:3456::1 ff02::1 fec0::1 2001::1 2001:db8::1 3fff::1 100::1 64:ff9b:1::1 ::8.8.8.8
  4000::1 ::ffff:127.0.0.1 ::ffff:a00:1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::
  2002:c0a8:101::1 localhost 127.1
`
  .trim()
  .split(/\s+/)

const open = `
  1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.32.0.1 2606:4700::1111
  2a00:1450:4001::200e 2001:4860:4860::8888 ::ffff:8.8.8.8 64:ff9b::8.8.8.8 2002:808:808::1
`
  .trim()
  .split(/\s+/)

describe('an address', () => {
  it.each(closed)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(open)('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('of IPv4 is judged alike inside of an address of IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const isPublic = isPublicAddress(address)
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic)
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic)
      }),
    )
  })
})
