import { basename, dirname } from 'node:path'
import type { Call, FailOptions } from 'toolaccord'
import { failedWith } from '../disk/if-there.ts'
import { DarktableError, EditError, type EditReason } from '../editing/index.ts'
import { type DarkroomCode, DarkroomError } from '../errors/darkroom-error.ts'

const codesOfEdits = {
  invalid_input: 'invalid_input',
  masking: 'masking_error',
  not_found: 'not_found',
  state: 'state_error',
} as const satisfies Record<EditReason, DarkroomCode>

/** The most of what darktable said that a caller is told. */
const stderrLength = 2000

/**
 * Does the work of a call so that what its parts throw becomes the failure that the contract has
 * for it.
 */
export async function guard<T, Code extends string>(
  call: Call<Code>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const [code, options] = toFailure(thrown) ?? []
    // The cast leaves the check to the framework: a code that the tool does not declare is masked and logged.
    if (code !== undefined)
      return call.fail(code as Code & DarkroomCode, { ...options, cause: thrown })
    throw thrown
  }
}

/** What a caller is told of something thrown; undefined for what is the server's own fault. */
function toFailure(thrown: unknown): readonly [DarkroomCode, FailOptions] | undefined {
  if (thrown instanceof DarkroomError)
    return [
      thrown.code,
      { message: thrown.message, path: thrown.path, hint: thrown.hint, details: thrown.details },
    ]
  if (thrown instanceof EditError)
    return [
      codesOfEdits[thrown.reason],
      {
        message: thrown.message,
        path: thrown.path,
        hint: thrown.hint,
        details: some(thrown.details),
      },
    ]
  const ofDisk = toDiskFailure(thrown instanceof DarktableError ? thrown.cause : thrown)
  if (ofDisk !== undefined) return ['state_error', ofDisk]
  if (thrown instanceof DarktableError) {
    const hint = thrown.reason === 'timeout' ? 'Ask for a smaller size.' : undefined
    return [
      'darktable_error',
      {
        message: thrown.message,
        hint,
        details: { stderr: thrown.stderr.slice(-stderrLength), reason: thrown.reason },
      },
    ]
  }
  return undefined
}

/**
 * What a caller is told of a disk that is full or closed; the names of two levels say where,
 * without the paths of this machine.
 */
function toDiskFailure(thrown: unknown): FailOptions | undefined {
  if (failedWith(thrown, 'ENOSPC', 'EDQUOT'))
    return {
      message: 'The disk is full; nothing was changed.',
      hint: 'Make room, then call again.',
      details: { reason: 'disk_full' },
    }
  if (!failedWith(thrown, 'EACCES', 'EPERM', 'EROFS')) return undefined
  // The cast names what errors of the file system carry, all optional.
  const {
    syscall = '',
    path = '',
    dest = path,
  } = thrown as NodeJS.ErrnoException & { readonly dest?: string }
  const isInFolder = ['mkdir', 'symlink', 'link', 'rename', 'unlink', 'copyfile'].includes(syscall)
  const what = isInFolder
    ? `write into the folder '${basename(dirname(dest))}'`
    : `use '${basename(path)}'`
  return {
    message: `This server may not ${path === '' ? 'read or write a file' : what}.`,
    hint: 'Mend the permissions, then call again.',
    details: { reason: 'not_permitted' },
  }
}

const some = (details: Readonly<Record<string, unknown>>) =>
  Object.keys(details).length > 0 ? details : undefined
