import { once } from 'node:events'

/** Says to the process that started this one that it is ready, and waits until all are. */
export async function waitForStart(): Promise<void> {
  process.send?.('ready')
  await once(process, 'message')
  process.disconnect()
}
