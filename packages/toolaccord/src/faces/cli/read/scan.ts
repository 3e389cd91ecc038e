import { nearest } from '../../../names/nearest.ts'
import { toKebab } from '../../../names/to-kebab.ts'
import { type Flag, type GivenFlag, globalFlags, isSwitch } from '../commands/flags.ts'
import type { UsageProblem } from '../commands/to-usage-failure.ts'

/** Makes a flag for a token that no known flag has, such as a property of an open object. */
type DeriveFlag = (token: string) => Flag | undefined

/**
 * A command line, read once from left to right. Whether a token is a value depends on the flags
 * that are known, and those of a command become known when its word has been read.
 */
export class Scan {
  readonly #argv: readonly string[]
  readonly #flags: Flag[] = []
  readonly #byToken = new Map<string, Flag>()
  readonly #given: GivenFlag[] = []
  readonly #problems: UsageProblem[] = []
  #derive: DeriveFlag = () => undefined
  #at = 0

  constructor(argv: readonly string[], flags: readonly Flag[] = globalFlags) {
    this.#argv = argv
    this.learn(flags)
  }

  /** The flags that have been read, with their values, in order. */
  get given(): readonly GivenFlag[] {
    return this.#given
  }

  /** The problems of what has been read, in order. */
  get problems(): readonly UsageProblem[] {
    return this.#problems
  }

  /** Makes further flags known for what is still to be read. */
  learn(flags: readonly Flag[], derive: DeriveFlag = this.#derive): void {
    this.#derive = derive
    for (const flag of flags) {
      this.#flags.push(flag)
      this.#byToken.set(`--${flag.name}`, flag)
      if (flag.short !== undefined) this.#byToken.set(`-${flag.short}`, flag)
    }
  }

  /** Reads up to the next word and returns it, or undefined if there is none. */
  nextWord(): string | undefined {
    return this.#read(1)[0]
  }

  /** Reads everything that is left and returns its words. */
  readRest(): readonly string[] {
    return this.#read(Infinity)
  }

  #read(mostWords: number): readonly string[] {
    const words: string[] = []
    let flagsEnded = false
    while (this.#at < this.#argv.length && words.length < mostWords) {
      const token = this.#argv[this.#at] ?? ''
      this.#at++
      if (flagsEnded || !looksLikeFlag(token)) words.push(token)
      else if (token === '--') flagsEnded = true
      else this.#readFlag(token)
    }
    return words
  }

  #readFlag(token: string): void {
    const [name = token] = token.split('=', 1)
    const inline = token.includes('=') ? token.slice(name.length + 1) : undefined
    const flag = this.#find(name)
    if (flag === undefined) this.#readNegation(name, inline)
    else if (isSwitch(flag)) this.#readSwitch(flag, name, inline)
    else this.#readValue(flag, inline)
  }

  #readNegation(name: string, inline: string | undefined): void {
    const flag = this.#find(name.replace(/^--no-/, '--'))
    if (flag?.negatable !== true) this.#problems.push(unknownFlag(name, this.#flags))
    else if (inline !== undefined) this.#problems.push(takesNoValue(name, this.#flags))
    else this.#given.push({ flag, text: 'false' })
  }

  #readSwitch(flag: Flag, name: string, inline: string | undefined): void {
    if (inline === undefined) this.#given.push({ flag, text: 'true' })
    else if (flag.negatable) this.#given.push({ flag, text: inline })
    else this.#problems.push(takesNoValue(name, this.#flags))
  }

  #readValue(flag: Flag, inline: string | undefined): void {
    if (inline !== undefined) {
      this.#given.push({ flag, text: inline })
      return
    }
    const next = this.#argv[this.#at]
    if (next === undefined || !this.#isValue(next)) {
      this.#problems.push(missingValue(flag))
      return
    }
    this.#given.push({ flag, text: next })
    this.#at++
  }

  /** A value may start with one dash, as negative numbers do, unless it is a known flag. */
  #isValue(token: string): boolean {
    if (token.startsWith('--')) return false
    return !token.startsWith('-') || this.#find(token) === undefined
  }

  /** The flag of a token with its dashes, such as `--tag` or `-q`. */
  #find(token: string): Flag | undefined {
    return this.#byToken.get(token) ?? this.#byToken.get(toKebab(token)) ?? this.#derive(token)
  }
}

/** A lone dash and a negative number are words. */
const looksLikeFlag = (token: string) =>
  token.length > 1 && token.startsWith('-') && !/^-\.?\d/.test(token)

function takesNoValue(name: string, flags: readonly Flag[]): UsageProblem {
  const problem = { reason: 'malformed_input', message: `${name} takes no value.` } as const
  const renamed = findRenamed(name, flags)
  if (renamed === undefined) return problem
  return { ...problem, hint: `The argument '${renamed.argument}' is ${spell(renamed)}.` }
}

function spell({ name, placeholder, negatable }: Flag): string {
  if (placeholder !== undefined) return `--${name} ${placeholder}`
  return negatable ? `--${name} or --no-${name}` : `--${name}`
}

function missingValue({ name, placeholder }: Flag): UsageProblem {
  const separate = `--${name} ${placeholder}`
  const joined = `--${name}=${placeholder}`
  return {
    reason: 'malformed_input',
    message: `--${name} needs a value.`,
    hint: `Give it as ${separate}, or as ${joined} when it starts with a dash.`,
  }
}

const unknownFlag = (name: string, flags: readonly Flag[]): UsageProblem => ({
  reason: 'invalid_argument',
  message: `Unknown flag ${name}.`,
  hint: describeMeant(name, flags),
})

function describeMeant(name: string, flags: readonly Flag[]): string {
  const positive = toKebab(name).replace(/^--no-/, '--')
  if (positive !== toKebab(name)) {
    const renamed = findRenamed(positive, flags)
    if (renamed?.negatable) return `Did you mean --no-${renamed.name}?`
    const off = flags.find((flag) => `--${flag.name}` === positive && isSwitch(flag))
    if (off !== undefined) return `Leave --${off.name} out: it is off unless it is given.`
  }
  const close = findMeant(name, flags)
  return close === undefined ? 'Use --help to see every flag.' : `Did you mean --${close}?`
}

/** The flag that gives the argument of this name, if it is not named after it. */
const findRenamed = (name: string, flags: readonly Flag[]): Flag | undefined =>
  flags.find(({ argument }) => argument !== undefined && `--${toKebab(argument)}` === toKebab(name))

/** The flag that gives the argument of this name, or else the flag of the nearest name. */
function findMeant(name: string, flags: readonly Flag[]): string | undefined {
  const renamed = findRenamed(name, flags)
  if (renamed !== undefined) return renamed.name
  // A single letter is close to every short name.
  if (name.length <= 2) return undefined
  const names = flags.map((flag) => flag.name)
  return nearest(name.replace(/^-+/, ''), names)
}
