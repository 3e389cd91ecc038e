import { keepLive } from './keep-live.ts'
import { morph } from './morph.ts'

/** Returns the script that keeps a page live, as text. */
export const liveScript = (): string => `(${keepLive})(${morph})`
