import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import type { CheckedAddresses } from './resolve-host.ts'

const headers = {
  accept: 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'toolaccord-foundry',
}

/** Sends one request to addresses that are checked already, and returns the answer's beginning. */
export function sendRequest(
  url: URL,
  addresses: CheckedAddresses,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = { headers, signal, agent: false, lookup: toLookup(addresses) }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end()
  })
}

/**
 * Answers every question for the host with the checked addresses, so that a name which changes its
 * address meanwhile leads nowhere else.
 */
function toLookup(addresses: CheckedAddresses): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all: wantsAll }, callback) => {
    if (wantsAll === true) callback(null, all)
    else callback(null, addresses[0], isIP(addresses[0]))
  }
}
