import { spawn } from 'node:child_process'

/** What git printed. */
export interface GitOutput {
  readonly text: string
  /** True if there was more than was asked for. */
  readonly isCut: boolean
}

/** How to ask git. */
export interface GitOptions {
  readonly maxBytes?: number | undefined
  /** Exit codes that are answers too: git says 1 if two files differ. */
  readonly answers?: readonly number[] | undefined
  /** Settings that this call has beside those that every call has. */
  readonly config?: Readonly<Record<string, string>> | undefined
}

/** The subcommands that foundry may use: none of them writes. */
export type GitReader = 'rev-parse' | 'status' | 'diff' | 'log' | 'ls-files' | 'config'

const timeoutMs = 60_000
const defaultMaxBytes = 32 * 1024 * 1024

/** What the settings of a repository could make git run, switched off. */
const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'diff.external=',
  'diff.submodule=short',
  'log.showSignature=false',
  'status.submoduleSummary=false',
].flatMap((setting) => ['-c', setting])

/**
 * Asks git, without a shell. Returns undefined if git is not there, fails or takes too long: a
 * caller cannot do more about one than about the other.
 */
export function runGit(
  cwd: string,
  command: GitReader,
  args: readonly string[],
  { maxBytes = defaultMaxBytes, answers = [], config = {} }: GitOptions = {},
): Promise<GitOutput | undefined> {
  return new Promise((resolve) => {
    const child = spawn('git', ['--no-pager', ...settings, command, ...args], {
      cwd,
      env: { ...toGitEnvironment(process.env), ...toConfigVariables(config) },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes > maxBytes) child.kill('SIGKILL')
    })
    child.on('error', () => resolve(undefined))
    child.on('close', (code) => {
      const isCut = bytes > maxBytes
      const isAnswer = isCut || code === 0 || (code !== null && answers.includes(code))
      if (!isAnswer) return resolve(undefined)
      resolve({ text: toText(Buffer.concat(parts), maxBytes), isCut })
    })
  })
}

/** A character that the cut has halved is left out. */
const toText = (bytes: Buffer, maxBytes: number) =>
  new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })

/**
 * Variables of git itself, such as GIT_DIR of a hook, are not passed on. Git locks nothing, asks
 * nothing, and fetches nothing that a partial clone does not have.
 */
function toGitEnvironment({ PATH, HOME, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    PATH,
    HOME,
    XDG_CONFIG_HOME,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

/** As variables, because the name of a setting may have '=' in it. */
function toConfigVariables(config: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(config)
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) }
  for (const [index, [key, value]] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key
    variables[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return variables
}
