import type { DarktableReason } from './darktable-error.ts'

/**
 * A line that darktable writes when it did not do what it was told; its exit code is 0 all the same
 * for most of them.
 */
interface Complaint {
  readonly pattern: RegExp
  readonly reason: DarktableReason
  readonly message: string
}

const complaints: readonly Complaint[] = [
  {
    pattern: /can't open XMP file/i,
    reason: 'failed',
    message: 'darktable could not read the edit.',
  },
  {
    pattern: /version mismatch/i,
    reason: 'dropped_entry',
    message: 'darktable left out a module of the edit, because it has another version of it.',
  },
  {
    pattern: /is not installed on this computer/i,
    reason: 'dropped_entry',
    message: 'darktable left out a module of the edit that it does not have.',
  },
  {
    pattern: /cannot get iop-order|can't find history entry/i,
    reason: 'dropped_entry',
    message: 'darktable could not place a module of the edit.',
  },
  {
    pattern: /invalid conversion/i,
    reason: 'dropped_entry',
    message: 'darktable could not blend a module of the edit.',
  },
  {
    pattern: /can't open file|mipmap allocation for .* failed|no images to export/i,
    reason: 'unreadable',
    message: 'darktable could not read the photo.',
  },
  {
    pattern: /could not export to file/i,
    reason: 'failed',
    message: 'darktable could not write the picture.',
  },
]

/** The first thing that went wrong, as far as the output tells. */
export function readOutput(
  output: string,
):
  | { readonly reason: DarktableReason; readonly message: string; readonly line: string }
  | undefined {
  const lines = output.split('\n')
  for (const { pattern, reason, message } of complaints) {
    const line = lines.find((candidate) => pattern.test(candidate))
    if (line !== undefined) return { reason, message, line: line.trim() }
  }
  return undefined
}
