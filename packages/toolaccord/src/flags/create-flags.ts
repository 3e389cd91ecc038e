import { isThenable } from '../async/after.ts'
import { clip, compact } from '../json/json.ts'
import { type Logger, consoleLog, guardLog } from '../log/log.ts'
import { bucketOf } from './bucket-of.ts'
import { type FlagSources, collectSwitches } from './collect-switches.ts'
import { meant } from './flag-faults.ts'
import {
  type FlagDefinition,
  type FlagDefinitions,
  type FlagState,
  type FlagSubject,
  subjectKey,
} from './flag.ts'

/** How flags are evaluated and told about. */
export interface FlagOptions<Name extends string = string> extends FlagSources<Name> {
  /**
   * Whether a tool whose flag is off for the server as such stays in the lists. Default: it stays,
   * and refuses.
   */
  readonly gated?: 'refuse' | 'hide' | undefined
  /** The time in milliseconds since 1970. Default: the clock. */
  readonly now?: (() => number) | undefined
  /** Default: warnings to stderr. */
  readonly log?: Logger | undefined
}

/** What clients may know about a flag. */
export interface FlagListing<Name extends string = string> {
  readonly name: Name
  readonly state: FlagState
  readonly on: boolean
  readonly summary: string
  readonly owner: string
  readonly expires?: string
}

/** As much of a tool as its gate needs. */
export interface GatedTool {
  readonly name: string
  /** The flag that must be on for its calls. */
  readonly flag?: string
}

/** The feature flags of a server. */
export interface Flags<Name extends string = string> {
  readonly definitions: FlagDefinitions<Name>
  /** Without a subject: for the server as such. Throws for a name that is no flag. */
  isOn(name: Name, subject?: FlagSubject): boolean
  isExpired(name: Name): boolean
  /** Every flag with its state for a subject, in the order of their definition. */
  list(subject?: FlagSubject): readonly FlagListing<Name>[]
  /**
   * Whether a tool is shown: lists are the same for every client, so only the server as such
   * counts.
   */
  isListed(tool: GatedTool): boolean
  /** For tests: a flag is as given, for everybody, until the body ends or its promise settles. */
  withOverride<Result>(name: Name, on: boolean, body: () => Result): Result
}

const dayMs = 86_400_000

/**
 * Makes flags that can be asked; throws for overrides that cannot be read.
 *
 * @example
 *   const flags = createFlags(
 *     defineFlags({
 *       pdf_export: {
 *         summary: 'Notes as PDF.',
 *         state: 'beta',
 *         owner: 'the notes team',
 *         default: false,
 *         allow: ['ada'],
 *       },
 *     }),
 *   )
 *   flags.isOn('pdf_export') // → false
 *   flags.isOn('pdf_export', { caller: { id: 'ada' } }) // → true
 */
export function createFlags<const Name extends string>(
  definitions: FlagDefinitions<Name>,
  options: FlagOptions<NoInfer<Name>> = {},
): Flags<Name> {
  const { gated = 'refuse', now = Date.now } = options
  const log = guardLog(options.log ?? consoleLog)
  const flags = new Map(Object.entries<FlagDefinition>(definitions))
  const switches = collectSwitches([...flags.keys()], options, log)
  const scoped: { readonly name: string; readonly on: boolean }[] = []
  const warned = new Set<string>()

  function find(name: string): FlagDefinition {
    const flag = flags.get(name)
    if (flag === undefined)
      throw new TypeError(`There is no flag '${clip(name)}'${meant(name, flags.keys()) || '.'}`)
    return flag
  }

  function isExpired(name: string): boolean {
    const { expires } = find(name)
    return expires !== undefined && now() >= Date.parse(expires) + dayMs
  }

  function isOn(name: string, subject: FlagSubject = {}): boolean {
    const flag = find(name)
    if (!warned.has(name) && isExpired(name)) {
      warned.add(name)
      log.warn(`flag ${name} has expired: remove it, or give it a later date`, {
        flag: name,
        expires: flag.expires,
        owner: flag.owner,
      })
    }
    return scoped.findLast((one) => one.name === name)?.on ?? evaluate(name, flag, subject)
  }

  function evaluate(
    name: string,
    { block, allow, needs, percentage, default: otherwise }: FlagDefinition,
    subject: FlagSubject,
  ): boolean {
    const key = subjectKey(subject)
    const switched = switches.get(name)?.get(key) ?? switches.get(name)?.get(undefined)
    if (switched !== undefined) return switched
    if (block.includes(key)) return false
    if (allow.includes(key)) return true
    if (!needs.every((need) => isOn(need, subject))) return false
    return percentage === undefined ? otherwise : bucketOf(name, key) < percentage
  }

  return Object.freeze({
    definitions,
    isOn,
    isExpired,
    list(subject: FlagSubject = {}) {
      // The cast holds because the map was made from these names.
      const entries = [...flags] as [Name, FlagDefinition][]
      return entries.map(([name, { state, summary, owner, expires }]) =>
        compact({ name, state, on: isOn(name, subject), summary, owner, expires }),
      )
    },
    isListed: ({ flag }: GatedTool) => flag === undefined || isOn(flag) || gated === 'refuse',
    withOverride<Result>(name: string, on: boolean, body: () => Result): Result {
      find(name)
      const override = { name, on }
      scoped.push(override)
      return finallyDo(body, () => void scoped.splice(scoped.indexOf(override), 1))
    },
  })
}

/** Runs a body, and an end after it: at once, or when the promise that it gives settles. */
function finallyDo<Result>(body: () => Result, end: () => void): Result {
  let result
  try {
    result = body()
  } catch (thrown) {
    end()
    throw thrown
  }
  // The cast holds because a promise of the same value takes the place of a promise.
  if (isThenable(result)) return Promise.resolve(result).finally(end) as Result
  end()
  return result
}
