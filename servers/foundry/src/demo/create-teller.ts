/** Tells one line of the story. */
export type Tell = (text: string) => void

/** Creates the teller of one of those who act; times count from a beginning that all share. */
export function createTeller(who: string, since: number): Tell {
  return (text) => {
    const seconds = ((Date.now() - since) / 1000).toFixed(1).padStart(5)
    process.stdout.write(`${seconds}s  ${who.padEnd(6)} ${text}\n`)
  }
}
