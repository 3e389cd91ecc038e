import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { FetchOptions, Resolve } from './fetch-options.ts'
import { isPublicAddress } from './is-public-address.ts'

/** The addresses of a host, all of them checked. */
export type CheckedAddresses = readonly [string, ...string[]]

/** Returns the addresses to connect to. One that is private is enough to refuse the host. */
export async function resolveHost(
  { hostname }: URL,
  { allowHosts = [], resolve = resolveWithSystem }: FetchOptions,
): Promise<CheckedAddresses> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const [first, ...others] = isIP(host) === 0 ? await findAddresses(host, resolve) : [host]
  if (first === undefined) throw toUnknownHost(host)
  const isAllowed = (address: string) =>
    isPublicAddress(address) || allowHosts.includes(host) || allowHosts.includes(address)
  if ([first, ...others].every(isAllowed)) return [first, ...others]
  // The address is not told, because it would tell how a private network is built.
  throw new FoundryError('BLOCKED_HOST', `The host ${host} has a private or reserved address.`, {
    hint:
      'Only public hosts are fetched. Save the document and add it as a file, ' +
      'or ask whoever runs this server to allow the host.',
    details: { host },
  })
}

async function findAddresses(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host)
  } catch (cause) {
    throw toUnknownHost(host, cause)
  }
}

const toUnknownHost = (host: string, cause?: unknown): FoundryError => {
  const error = new FoundryError('FETCH_FAILED', `The host ${host} was not found.`, {
    hint: 'Check the spelling of the address.',
    details: { host, reason: 'unknown_host' },
  })
  error.cause = cause
  return error
}

const resolveWithSystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
