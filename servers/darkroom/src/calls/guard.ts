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

/** The most characters of darktable's output that a caller gets. */
const stderrLength = 2000

/** Runs the work of a call; known errors become the failures that the contract has for them. */
export async function guard<T, Code extends string>(
  call: Call<Code>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (failure === undefined) throw thrown
    // The cast leaves the check to the framework: a code that the tool does not declare is masked.
    const code = failure.code as Code & DarkroomCode
    return call.fail(code, { ...failure.options, cause: thrown })
  }
}

interface KnownFailure {
  readonly code: DarkroomCode
  readonly options: FailOptions
}

/** Returns the failure for a known error; undefined for faults of the server itself. */
function toFailure(thrown: unknown): KnownFailure | undefined {
  if (thrown instanceof DarkroomError) {
    const { code, message, path, hint, next, details } = thrown
    return { code, options: { message, path, hint, next, details } }
  }
  if (thrown instanceof EditError) return toEditFailure(thrown)
  const ofDisk = toDiskFailure(thrown instanceof DarktableError ? thrown.cause : thrown)
  if (ofDisk !== undefined) return { code: 'state_error', options: ofDisk }
  if (thrown instanceof DarktableError) return toDarktableFailure(thrown)
  return undefined
}

function toEditFailure({ reason, message, path, hint, next, details }: EditError): KnownFailure {
  const hasDetails = Object.keys(details).length > 0
  return {
    code: codesOfEdits[reason],
    options: { message, path, hint, next, details: hasDetails ? details : undefined },
  }
}

const moreTime =
  'Ask for a smaller size. Whoever runs this server can give renders more time ' +
  'with the environment variable DARKROOM_TIMEOUT, in seconds.'

function toDarktableFailure({ reason, message, stderr }: DarktableError): KnownFailure {
  return {
    code: 'darktable_error',
    options: {
      message,
      hint: reason === 'timeout' ? moreTime : undefined,
      details: { stderr: stderr.slice(-stderrLength), reason },
    },
  }
}

/** Returns the failure for a disk that is full or not writable. */
function toDiskFailure(thrown: unknown): FailOptions | undefined {
  if (failedWith(thrown, 'ENOSPC', 'EDQUOT'))
    return {
      message: 'The disk is full; nothing was changed.',
      hint: 'Make room, then call again.',
      details: { reason: 'disk_full' },
    }
  if (!failedWith(thrown, 'EACCES', 'EPERM', 'EROFS')) return undefined
  return {
    message: `This server may not ${deniedAction(thrown)}.`,
    hint: 'Change the permissions, then call again.',
    details: { reason: 'not_permitted' },
  }
}

const folderCalls = new Set(['mkdir', 'symlink', 'link', 'rename', 'unlink', 'copyfile'])

/** Names one file or folder only, because callers must not see the paths of this machine. */
function deniedAction(thrown: unknown): string {
  // The cast names the optional properties of errors of the file system.
  const {
    syscall = '',
    path = '',
    dest = path,
  } = thrown as NodeJS.ErrnoException & { readonly dest?: string }
  if (path === '') return 'read or write a file'
  if (folderCalls.has(syscall)) return `write into the folder '${basename(dirname(dest))}'`
  return `use '${basename(path)}'`
}
