import type { Server as NodeServer } from 'node:http'

/** The port of a server that is not told another. */
export const defaultPort = 8808

/**
 * Binds a server to a port and returns the port: 8808 or, if that is taken, a free one, unless a
 * port is given. Throws an error that says what to do.
 */
export async function listen(
  node: NodeServer,
  port: number | undefined,
  host: string,
): Promise<number> {
  try {
    return await bind(node, port ?? defaultPort, host)
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE'
    if (port === undefined && isTaken) return bind(node, 0, host)
    throw explain(error, port ?? defaultPort, host)
  }
}

function bind(node: NodeServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    node.once('error', reject)
    node.listen(port, host, () => {
      node.off('error', reject)
      const address = node.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function explain(error: unknown, port: number, host: string): unknown {
  const message = messageFor(codeOf(error), port, host)
  if (message === undefined) return error
  return new Error(message, { cause: error })
}

function messageFor(code: unknown, port: number, host: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${host} is taken. ` +
        'Stop what listens there, or give another port; 0 takes a free one.'
      )
    case 'EACCES':
      return (
        `Not allowed to listen on port ${port} of ${host}. ` +
        'Give a port over 1023; 0 takes a free one.'
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `'${host}' is not an address of this machine. Leave host out to listen on 127.0.0.1.`
    default:
      return undefined
  }
}

function codeOf(error: unknown): unknown {
  if (error instanceof Error && 'code' in error) return error.code
  return undefined
}
