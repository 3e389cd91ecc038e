import { join } from 'node:path'
import type { Outcome } from 'toolaccord'
import { describeFaces } from 'toolaccord/testing'
import { beforeAll, expect } from 'vitest'
import type { TestDarkroom } from './open-darkroom.ts'

/** The image of most tests, made from `grey.dng`. */
export const image_id = 'grey'

/** A way to call tools through one face. */
export interface DarkroomCaller {
  call(tool: string, args?: object): Promise<Outcome>
  /** Calls a tool about the image `grey`. */
  on(tool: string, args?: object): Promise<Outcome>
}

/** Runs tests over every face, each with empty folders and the image `grey`. */
export function describeDarkroom(
  darkroom: TestDarkroom,
  subject: string,
  body: (caller: DarkroomCaller) => void,
): void {
  describeFaces(
    subject,
    () => darkroom.create().server,
    (client) => {
      const call = async (tool: string, args: object = {}) =>
        (await client.call(tool, args)).outcome
      beforeAll(async () => {
        await darkroom.clear()
        const raw_path = join(darkroom.photos, 'grey.dng')
        expect(await call('ingest', { raw_path })).toMatchObject({ ok: true })
      })
      body({ call, on: (tool, args = {}) => call(tool, { image_id, ...args }) })
    },
  )
}

/** Returns the pattern of a hard failure. */
export const refused = (code: string, more: object = {}) => ({
  ok: false,
  soft: false,
  problems: [{ code, ...more }],
})

/** Returns the pattern of a state with this many entries, all of them enabled. */
export const stateWith = (entries: number, layers: object = {}) => ({
  head_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  entry_count: entries,
  enabled_count: entries,
  layers_present: { L1: false, L2: false, L3: false, ...layers },
})

/** Returns the data of a success, read as a type that the test names. */
export const dataOf = <T>(outcome: Outcome): T =>
  outcome.ok ? (outcome.data as T) : expect.fail(JSON.stringify(outcome.problems))
