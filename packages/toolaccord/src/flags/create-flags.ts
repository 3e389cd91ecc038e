import { clip, compact } from '../json/json.ts'
import { createDefaultLog } from '../log/create-default-log.ts'
import { type Logger, guardLog } from '../log/log.ts'
import { bucketOf } from './bucket-of.ts'
import { type FlagSources, collectSwitches } from './collect-switches.ts'
import { didYouMean } from './flag-faults.ts'
import {
  type FlagDefinition,
  type FlagDefinitions,
  type FlagState,
  type FlagSubject,
  subjectKey,
} from './flag.ts'

/** The options of `createFlags`. */
export interface FlagOptions<Name extends string = string> extends FlagSources<Name> {
  /**
   * Hides a tool from the lists if its flag is off for the server as such. Default: it stays, and
   * refuses.
   */
  readonly gated?: 'refuse' | 'hide' | undefined
  /** The time in milliseconds since 1970. Default: the clock. */
  readonly now?: (() => number) | undefined
  /** Default: warnings to stderr. */
  readonly log?: Logger | undefined
}

/** The facts that clients may know about a flag. */
export interface FlagListing<Name extends string = string> {
  readonly name: Name
  readonly state: FlagState
  readonly on: boolean
  readonly summary: string
  readonly owner: string
  readonly expires?: string | undefined
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
  /** True if a flag is on; without a subject, for the server as such. Throws for unknown names. */
  isOn(name: Name, subject?: FlagSubject): boolean
  /** True after the last day of a flag. */
  isExpired(name: Name): boolean
  /** Returns every flag with its state for a subject, in the order of their definition. */
  list(subject?: FlagSubject): readonly FlagListing<Name>[]
  /**
   * True if a tool is shown. Lists are the same for every client, so only the server as such
   * counts.
   */
  isListed(tool: GatedTool): boolean
  /** For tests: sets a flag for everybody until the body ends or its promise settles. */
  withOverride<Result>(name: Name, on: boolean, body: () => Result): Result
}

const dayMs = 86_400_000

/**
 * Creates flags that can be asked; throws for overrides that cannot be read.
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
  const log = guardLog(options.log ?? createDefaultLog())
  const flags = new Map(Object.entries<FlagDefinition>(definitions))
  const switches = collectSwitches([...flags.keys()], options, log)
  const scoped: { readonly name: string; readonly on: boolean }[] = []
  const warned = new Set<string>()

  function definitionOf(name: string): FlagDefinition {
    const flag = flags.get(name)
    if (flag !== undefined) return flag
    const question = didYouMean(name, flags.keys()) || '.'
    throw new TypeError(`There is no flag '${clip(name)}'${question}`)
  }

  function isExpired(name: string): boolean {
    const { expires } = definitionOf(name)
    return expires !== undefined && now() >= Date.parse(expires) + dayMs
  }

  function warnIfExpired(name: string, { expires, owner }: FlagDefinition): void {
    if (warned.has(name) || !isExpired(name)) return
    warned.add(name)
    const message = `flag ${name} has expired: remove it, or give it a later date`
    log.warn(message, { flag: name, expires, owner })
  }

  function isOn(name: string, subject: FlagSubject = {}): boolean {
    const flag = definitionOf(name)
    warnIfExpired(name, flag)
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
      definitionOf(name)
      const override = { name, on }
      scoped.push(override)
      return finallyDo(body, () => {
        scoped.splice(scoped.indexOf(override), 1)
      })
    },
  })
}

/** Runs a body, and `end` after it: at once, or when the promise of the body settles. */
function finallyDo<Result>(body: () => Result, end: () => void): Result {
  let result
  try {
    result = body()
  } catch (thrown) {
    end()
    throw thrown
  }
  // The cast holds because a promise of the same value takes the place of a promise.
  if (result instanceof Promise) return result.finally(end) as Result
  end()
  return result
}
