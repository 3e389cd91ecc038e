import { nearest } from '../../../names/nearest.ts'
import { toKebab } from '../../../names/to-kebab.ts'
import { type Flag, type FlagSet, isSwitch } from '../commands/flag.ts'
import type { UsageProblem } from '../commands/usage-problem.ts'

/** A flag with its text; that of a switch is `true` or `false`. */
export interface GivenFlag<F extends Flag = Flag> {
  readonly flag: F
  readonly text: string
}

/** A command line taken apart, as far as it was read. */
export interface Scan<F extends Flag> {
  readonly words: readonly string[]
  readonly given: readonly GivenFlag<F>[]
  readonly problems: readonly UsageProblem[]
  /** The tokens that were not read. */
  readonly rest: readonly string[]
}

/** Tells flags, their values and words apart; stops after `maxWords` words. */
export function scan<F extends Flag>(
  argv: readonly string[],
  flags: FlagSet<F>,
  maxWords = Infinity,
): Scan<F> {
  const words: string[] = []
  const given: GivenFlag<F>[] = []
  const problems: UsageProblem[] = []
  let at = 0
  let flagsEnded = false
  while (at < argv.length && words.length < maxWords) {
    const token = argv[at++] ?? ''
    if (flagsEnded || !looksLikeFlag(token)) {
      words.push(token)
    } else if (token === '--') {
      flagsEnded = true
    } else {
      const read = readFlag(token, argv[at], flags)
      if ('reason' in read) problems.push(read)
      else given.push(read)
      if ('tookNext' in read) at++
    }
  }
  return { words, given, problems, rest: argv.slice(at) }
}

/** A lone dash and a negative number are words. */
const looksLikeFlag = (token: string) =>
  token.length > 1 && token.startsWith('-') && !/^-\.?\d/.test(token)

type Read<F extends Flag> =
  | GivenFlag<F>
  | (GivenFlag<F> & { readonly tookNext: true })
  | UsageProblem

function readFlag<F extends Flag>(
  token: string,
  next: string | undefined,
  flags: FlagSet<F>,
): Read<F> {
  const equals = token.indexOf('=')
  const [name, inline] =
    equals < 0 ? [token, undefined] : [token.slice(0, equals), token.slice(equals + 1)]
  const flag = flags.find(name)
  if (flag === undefined) return readNegation(name, inline, flags) ?? unknownFlag(name, flags)
  if (isSwitch(flag) && (inline === undefined || flag.negatable))
    return { flag, text: inline ?? 'true' }
  if (isSwitch(flag)) return takesNoValue(name)
  if (inline !== undefined) return { flag, text: inline }
  return next === undefined || isNoValue(next, flags)
    ? missingValue(flag)
    : { flag, text: next, tookNext: true }
}

function readNegation<F extends Flag>(
  name: string,
  inline: string | undefined,
  flags: FlagSet<F>,
): Read<F> | undefined {
  const flag = name.startsWith('--no-') ? flags.find(`--${name.slice('--no-'.length)}`) : undefined
  if (flag?.negatable !== true) return undefined
  return inline === undefined ? { flag, text: 'false' } : takesNoValue(name)
}

const takesNoValue = (name: string): UsageProblem => ({
  reason: 'malformed_input',
  message: `${name} takes no value.`,
})

/** A value may start with one dash, as negative numbers do, unless it is a flag of its own. */
const isNoValue = (token: string, flags: FlagSet) =>
  token.startsWith('--') || (token.startsWith('-') && flags.find(token) !== undefined)

const missingValue = ({ name, placeholder }: Flag): UsageProblem => ({
  reason: 'malformed_input',
  message: `--${name} needs a value.`,
  hint: `Give it as --${name} ${placeholder}, or as --${name}=${placeholder} when it starts with a dash.`,
})

function unknownFlag(name: string, { flags }: FlagSet): UsageProblem {
  const renamed = flags.find(
    (flag) => flag.argument !== undefined && `--${toKebab(flag.argument)}` === toKebab(name),
  )?.name
  const close =
    renamed ??
    (name.length > 2
      ? nearest(
          name.replace(/^-+/, ''),
          flags.map((flag) => flag.name),
        )
      : undefined)
  return {
    reason: 'invalid_argument',
    message: `Unknown flag ${name}.`,
    hint: close === undefined ? 'Use --help to see every flag.' : `Did you mean --${close}?`,
  }
}
