/** How much of a foreign plan is read. */
export const planLimits = {
  /** Bytes of one file. */
  fileBytes: 20 * 1024 * 1024,
  /** Bytes of all files of a plan. */
  totalBytes: 100 * 1024 * 1024,
  files: 10_000,
  tasks: 10_000,
  /** How deep tasks may be in tasks. */
  depth: 10,
  /** Characters of a title. */
  title: 500,
  requirements: 50,
} as const
