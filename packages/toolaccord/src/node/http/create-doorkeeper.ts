import type { Socket } from 'node:net'
import type { FullHttpLimits } from './to-http-limits.ts'

/** Lets connections in as long as there are not too many; returns false for one that is not. */
export type Doorkeeper = (socket: Socket) => boolean

/** Creates a doorkeeper, which counts connections in all and by address. */
export function createDoorkeeper(limits: FullHttpLimits): Doorkeeper {
  const { connections, connectionsPerAddress } = limits
  const byAddress = new Map<string, number>()
  let all = 0

  function count(address: string, change: 1 | -1): void {
    all += change
    const held = (byAddress.get(address) ?? 0) + change
    if (held === 0) byAddress.delete(address)
    else byAddress.set(address, held)
  }

  /** A process that passes a request on has no address, and has counted its client itself. */
  const isGreedy = (address: string) =>
    address !== '' && (byAddress.get(address) ?? 0) >= connectionsPerAddress

  return (socket) => {
    const { remoteAddress: address = '' } = socket
    if (all >= connections || isGreedy(address)) {
      socket.write(tooMany)
      socket.destroySoon()
      return false
    }
    count(address, 1)
    socket.once('close', () => count(address, -1))
    return true
  }
}

const tooMany =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n' +
  'Content-Length: 0\r\n\r\n'
