import type { DarktableReason } from './darktable-error.ts'

/** A line of darktable's output that shows a failure, and what it means. */
export interface Complaint {
  readonly reason: DarktableReason
  readonly message: string
  readonly line: string
}

interface KnownComplaint extends Omit<Complaint, 'line'> {
  readonly pattern: RegExp
}

/** The exit code of darktable is 0 for most of these. */
const complaints: readonly KnownComplaint[] = [
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

/** Returns the first known complaint in darktable's output. */
export function readOutput(output: string): Complaint | undefined {
  const lines = output.split('\n')
  for (const { pattern, reason, message } of complaints) {
    const line = lines.find((candidate) => pattern.test(candidate))
    if (line !== undefined) return { reason, message, line: line.trim() }
  }
  return undefined
}
