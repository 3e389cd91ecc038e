import type { Mend } from './create-faults.ts'

/** Returns how a fault is mended if the file says enough for it, and undefined otherwise. */
export const mendIf = (isClear: boolean, mend: Mend): Mend | undefined =>
  isClear ? mend : undefined
