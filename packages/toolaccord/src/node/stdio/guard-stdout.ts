/** Writes to the real standard output. */
export type Send = (text: string, done?: () => void) => void

/**
 * Sends whatever is printed from now on to stderr, because stdout belongs to the protocol. Returns
 * the one way that still leads to stdout.
 */
export function guardStdout(): Send {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  // A client that stops reading is gone; its input ends as well.
  stdout.on('error', () => {})
  stdout.write = stderr.write.bind(stderr)
  return (text, done) => {
    write(text, done)
  }
}
