import type { LivePage } from '@toolaccord/pages'
import type { SpecView } from '../view/spec-view.ts'

/** Returns how a page keeps itself up to date: it listens, or asks; undefined if it does not. */
export function toLive(
  { isLive, pollMs }: Pick<SpecView, 'isLive' | 'pollMs'>,
  events: string,
): LivePage | undefined {
  if (!isLive) return undefined
  return pollMs === undefined ? { events } : { pollMs }
}
