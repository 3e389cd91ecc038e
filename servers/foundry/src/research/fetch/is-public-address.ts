import { isIP } from 'node:net'

/** Ranges of IPv4 that are not for the public internet: an address and its fixed bits. */
const reserved: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/**
 * True if an IP address belongs to the public internet. Addresses of IPv6 that carry one of IPv4
 * are judged by that one. Everything that is not known to be public is not.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return isPublicIPv4(toNumber(address))
  if (version === 6) return isPublicIPv6(toGroups(address))
  return false
}

function isPublicIPv4(address: number): boolean {
  return !reserved.some(([range, bits]) => {
    const rest = 32 - bits
    return address >>> rest === toNumber(range) >>> rest
  })
}

function isPublicIPv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = groups
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const isNat64 =
    first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((one) => one === 0)
  if (isMapped || isNat64) return isPublicIPv4(joinGroups(groups[6], groups[7]))
  // 6to4
  if (first === 0x2002) return isPublicIPv4(joinGroups(second, third))
  const isGlobal = first >= 0x2000 && first <= 0x3fff
  // Protocols such as Teredo, and documentation.
  const isSpecial = first === 0x2001 && (second < 0x200 || second === 0xdb8)
  const isDocumentation = first === 0x3fff && second < 0x1000
  return isGlobal && !isSpecial && !isDocumentation
}

const joinGroups = (high = 0, low = 0): number => ((high << 16) | low) >>> 0

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0)

/** Returns the eight groups of an address of IPv6, whose zone does not matter. */
function toGroups(address: string): readonly number[] {
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const before = toGroupList(head)
  if (tail === undefined) return before
  const after = toGroupList(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after]
}

/** The last part may be an address of IPv4, which is two groups. */
function toGroupList(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const address = toNumber(part)
    return [address >>> 16, address & 0xffff]
  })
}
