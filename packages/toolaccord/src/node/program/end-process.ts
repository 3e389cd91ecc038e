/** Ends the process once all is written, because a server may keep timers and connections open. */
export async function endProcess(exit: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => {
      stream.write('', () => resolve())
    })
  }
  process.exit(exit)
}
