import { resolve } from 'node:path'
import { DarktableError } from './darktable-error.ts'
import { type ImageSize, readImageSize } from './read-image-size.ts'
import { readOutput } from './read-output.ts'
import type { ProcessResult } from './run-process.ts'

/** The files of a render that ended. */
export interface EndedRender {
  /** The folder of the render. */
  readonly folder: string
  readonly original: string
  /** The picture, if the render succeeded. */
  readonly output: string
  /** Why it was stopped, if it was. */
  readonly reason?: unknown
}

const install =
  'Install it with: apt-get install --no-install-recommends darktable; ' +
  'or name the binary in DARKTABLE_CLI.'
const longestTail = 2000
const rootWarning = /^WARNING: either your user id.*\n?/gm

/** Returns the size of the rendered picture; throws a DarktableError if the render failed. */
export async function checkResult(
  { ended, code, output }: ProcessResult,
  render: EndedRender,
): Promise<ImageSize> {
  const all = withoutPaths(output, render)
  const said = all.slice(-longestTail).trim()
  if (ended === 'missing')
    throw new DarktableError('missing', `darktable-cli is not installed. ${install}`)
  if (ended === 'stopped') throw toStopped(render.reason, said)
  const complaint = readOutput(all)
  if (complaint !== undefined) {
    const { reason, message, line } = complaint
    throw new DarktableError(reason, message, said.includes(line) ? said : `${line}\n${said}`)
  }
  const size = await readImageSize(render.output)
  if (code === 0 && size !== undefined) return size
  if (code === null) throw new DarktableError('failed', 'darktable was killed.', said)
  throw new DarktableError(
    'failed',
    `darktable ended with code ${code} and without a whole picture.`,
    said,
  )
}

/** Returns the error of a render that was stopped for a reason. */
export function toStopped(reason: unknown, stderr = ''): DarktableError {
  if (!(reason instanceof DarktableError))
    return new DarktableError('cancelled', 'The render was cancelled.', stderr)
  return new DarktableError(reason.reason, reason.message, stderr)
}

/** Callers must not see the paths of this machine. */
const withoutPaths = (output: string, { original, folder }: EndedRender): string =>
  output
    .replaceAll(resolve(original), '<photo>')
    .replaceAll(folder, '<render>')
    .replaceAll(rootWarning, '')
