import type { Spec } from '../spec/spec.ts'
import { toReport } from './to-report.ts'
import { writeFiles } from './write-files.ts'

/** What is left of a demonstration. */
export interface Results {
  readonly spec: Spec
  /** The plan as `foundry board --all` draws it. */
  readonly board: string
}

/** The files that are written, by their names; each is made from the results alone. */
const writers: Readonly<Record<string, (results: Results) => string>> = {
  'plan.txt': ({ board }) => board,
  'report.md': ({ spec }) => toReport(spec),
  'journal.json': ({ spec }) => `${JSON.stringify(spec.journal, null, 2)}\n`,
}

/** Writes the results into a folder, and returns the names of the files. */
export async function writeResults(folder: string, results: Results): Promise<readonly string[]> {
  const written = Object.entries(writers).map(([name, write]) => [name, write(results)] as const)
  await writeFiles(folder, Object.fromEntries(written))
  return Object.keys(writers)
}
