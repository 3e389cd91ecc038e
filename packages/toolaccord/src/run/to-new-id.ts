import { createRequestIds } from '../ids/create-request-ids.ts'
import type { Logger } from '../log/log.ts'

/** The author's way to make ids; if it throws, the call gets an id of the framework. */
export function toNewId(own: (() => string) | undefined, log: Logger): () => string {
  const createId = createRequestIds()
  if (own === undefined) return createId
  return () => {
    try {
      return own()
    } catch (thrown) {
      log.error('newId threw', { thrown })
      return createId()
    }
  }
}
