import type { Server } from '../../../server.ts'
import type { Flag } from './flags.ts'
import { isFree } from './is-free.ts'
import type { UsageProblem } from './to-usage-failure.ts'

/** A command that every server has; a tool of the same name replaces it. */
export interface BuiltIn {
  readonly name: 'help' | 'completion' | 'jobs'
  /** Its words, in a usage line. */
  readonly words: string
  readonly summary: string
  /** The words that can follow, if they are known; undefined if they are the commands. */
  readonly choices?: readonly string[]
  /** What can follow its name, each with what it does; undefined if there is one form. */
  readonly forms?: readonly (readonly [words: string, summary: string])[]
  readonly flags: readonly Flag[]
}

/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** A shell that has a completion script. */
export type Shell = (typeof shells)[number]

/** Says that there is no completion script for a shell. */
export function unknownShell(word: string | undefined): UsageProblem {
  const hint = `Accepted: ${shells.join(', ')}.`
  if (word === undefined) {
    return { reason: 'missing_argument', message: 'The shell is missing.', hint }
  }
  return { reason: 'invalid_argument', message: `There is no completion for '${word}'.`, hint }
}

/** What can be done with one job. */
export const jobActions = ['show', 'wait', 'cancel'] as const

/** Something that can be done with one job. */
export type JobAction = (typeof jobActions)[number]

/** The flag of `jobs` that lists what did not come to a good end. */
export const failedFlag: Flag = {
  name: 'failed',
  summary: 'List only the jobs that failed after all retries, or whose process died.',
}

/** The command that lists jobs, and comes back to one. */
export const jobsCommand = {
  name: 'jobs',
  words: `[${jobActions.join('|')} ID]`,
  summary: 'List jobs; show one, wait for its answer, or cancel it.',
  choices: jobActions,
  forms: [
    ['', 'List jobs, the newest first.'],
    [' show ID', 'Print what is known of a job, and its arguments.'],
    [' wait ID', 'Wait for the end of a job, and print its answer.'],
    [' cancel ID', 'Stop a job, and say what became of it.'],
  ],
  flags: [failedFlag],
} as const satisfies BuiltIn

/** The commands that every server has. */
export const builtIns: readonly BuiltIn[] = [
  jobsCommand,
  { name: 'help', words: '[command]', summary: 'Explain a command.', flags: [] },
  {
    name: 'completion',
    words: `<${shells.join('|')}>`,
    summary: 'Print a completion script for a shell.',
    choices: shells,
    flags: [],
  },
]

/** True if a word names a built-in command. */
export const isBuiltIn = (target: object | undefined): target is BuiltIn =>
  target !== undefined && 'words' in target

/** The built-in commands that a server shows: no tool replaces them, and they have a use. */
export function builtInsOf(server: Server): readonly BuiltIn[] {
  return builtIns.filter(({ name }) => {
    if (name === 'jobs' && server.jobs === undefined) return false
    return isFree(server, name)
  })
}
