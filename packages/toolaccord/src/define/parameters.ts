import { clip, compact, isRecord } from '../json/json.ts'
import { nearest } from '../names/nearest.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** One named number that a caller may set. */
export interface Parameter {
  /** Lowest and highest accepted value, both included. */
  readonly range: readonly [low: number, high: number]
  /** Taken when the caller gives none; without one the parameter is required. */
  readonly default?: number | undefined
  readonly unit?: string | undefined
  readonly summary?: string | undefined
}

/** The values of a set, by name: the one form that tools see. */
export type ParameterValues<Name extends string = string> = Readonly<Record<Name, number>>

/** A reason why given parameters are not accepted. */
export interface ParameterIssue {
  readonly message: string
  /** The parameter, if one is to blame. */
  readonly parameter?: string | undefined
}

/** The values of a set, or every reason why there are none. */
export type ResolvedParameters<Name extends string> =
  | { readonly ok: true; readonly values: ParameterValues<Name> }
  | { readonly ok: false; readonly issues: readonly ParameterIssue[] }

/**
 * Named numeric parameters: given as a scalar when there is one, as an object when there are
 * several.
 */
export interface ParameterSet<Name extends string = string> {
  readonly parameters: Readonly<Record<Name, Parameter>>
  /** The schema of the caller's form. */
  readonly jsonSchema: JsonSchema
  /** What to give, in words. */
  readonly expected: string
  /**
   * The caller's form to values; absent parameters take their default, values out of range are
   * refused.
   */
  resolve(given: unknown): ResolvedParameters<Name>
}

/**
 * Shared by every copy of this package, because the binary may be another copy than the server's.
 */
const flagsBrand = Symbol.for('toolaccord.parameter-flags')

/** A scalar and names given together, which only flags can do: they must agree. */
export class ParameterFlags {
  readonly [flagsBrand] = true
  readonly scalar: unknown
  readonly named: Readonly<Record<string, unknown>>

  constructor(scalar: unknown, named: Readonly<Record<string, unknown>>) {
    this.scalar = scalar
    this.named = named
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && flagsBrand in value
  }
}

/**
 * Declares a set of parameters; throws if a range is empty or a default is outside it.
 *
 * @example
 *   const exposure = defineParameters({ ev: { range: [-3, 3], default: 0, unit: 'EV' } })
 *   exposure.resolve(0.7) // → { ok: true, values: { ev: 0.7 } }
 *   exposure.resolve(9).ok // → false
 */
export function defineParameters<const Name extends string>(
  parameters: Readonly<Record<Name, Parameter>>,
): ParameterSet<Name> {
  const entries = Object.entries<Parameter>(parameters)
  const faults = entries.flatMap(([name, parameter]) => faultsOf(name, parameter))
  if (faults.length > 0) throw new TypeError(`These parameters cannot work: ${faults.join('; ')}.`)
  const expected = describe(entries)
  return Object.freeze({
    parameters: Object.freeze({ ...parameters }),
    jsonSchema: toJsonSchema(entries),
    expected,
    resolve(given: unknown): ResolvedParameters<Name> {
      const named = toNamed(given, entries)
      const wanted = given instanceof ParameterFlags ? describeFlags(entries) : expected
      if (typeof named === 'string') {
        return { ok: false, issues: [{ message: `${named} Expected ${wanted}.` }] }
      }
      const issues = [
        ...unknownNames(named, entries, wanted),
        ...entries.flatMap((entry) => issuesOf(entry, named)),
      ]
      if (issues.length > 0) return { ok: false, issues }
      const values = Object.fromEntries(entries.map((one) => [one[0], valueOf(one, named)]))
      // The cast says what the checks above have made sure of: every name has a number.
      return { ok: true, values: Object.freeze(values) as ParameterValues<Name> }
    },
  })
}

type Entries = readonly (readonly [string, Parameter])[]

/** The caller's form as an object keyed by name, or what is wrong with it. */
function toNamed(given: unknown, entries: Entries): Readonly<Record<string, unknown>> | string {
  const only = entries.length === 1 ? entries[0]?.[0] : undefined
  const { scalar, named } = toFlags(given)
  if (named === given && only !== undefined) {
    return `An object was given for the one parameter '${only}'.`
  }
  const isGiven = scalar !== undefined || Object.keys(named).length > 0
  if (entries.length === 0 && isGiven) return 'It takes no parameters.'
  if (scalar === undefined) return named
  if (only === undefined) return `One value was given for the ${entries.length} parameters.`
  if (Object.hasOwn(named, only) && named[only] !== scalar) {
    return `'${only}' was given twice, as ${show(scalar)} and as ${show(named[only])}.`
  }
  return { ...named, [only]: scalar }
}

function toFlags(given: unknown): ParameterFlags {
  if (given instanceof ParameterFlags) return given
  return isRecord(given) ? new ParameterFlags(undefined, given) : new ParameterFlags(given, {})
}

type Named = Readonly<Record<string, unknown>>

/** The given value of a parameter, or its default. */
function valueOf([name, parameter]: Entries[number], named: Named): unknown {
  const given = Object.hasOwn(named, name) ? named[name] : undefined
  return given === undefined ? parameter.default : given
}

function unknownNames(named: Named, entries: Entries, wanted: string): ParameterIssue[] {
  const known = entries.map(([name]) => name)
  const unknown = Object.keys(named).filter((name) => !known.includes(name))
  return unknown.map((name) => {
    const close = nearest(name, known)
    const offer = close === undefined ? '' : ` Did you mean '${close}'?`
    const message = `Unknown parameter '${clip(name)}'.${offer} Expected ${wanted}.`
    return { message, parameter: clip(name) }
  })
}

function issuesOf(entry: Entries[number], named: Named): ParameterIssue[] {
  const fault = findFault(entry, valueOf(entry, named))
  if (fault === undefined) return []
  const [parameter] = entry
  return [{ message: `Parameter '${parameter}' ${fault}.`, parameter }]
}

function findFault(entry: Entries[number], value: unknown): string | undefined {
  const [, parameter] = entry
  const [low, high] = parameter.range
  if (value === undefined) return `has no default and was not given. Expected ${describeOne(entry)}`
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return `must be a number, not ${show(value)}. Expected ${describeOne(entry)}`
  }
  if (value >= low && value <= high) return undefined
  return `is ${value}, outside its range ${low} to ${high}${unitOf(parameter)}`
}

function faultsOf(name: string, { range: [low, high], default: initial }: Parameter): string[] {
  if (!(low <= high)) return [`'${name}' has the empty range ${low} to ${high}`]
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    return [`'${name}' has the range ${low} to ${high}; both ends must be finite`]
  }
  if (initial === undefined || (initial >= low && initial <= high)) return []
  return [`'${name}' has the default ${initial} outside ${low} to ${high}`]
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value))
  if (Array.isArray(value)) return 'an array'
  return isRecord(value) ? 'an object' : String(value)
}

function describe(entries: Entries): string {
  const [first] = entries
  if (first === undefined) return 'no value'
  if (entries.length === 1) return `one number: ${describeOne(first)}`
  return `an object: { ${entries.map(describeOne).join(', ')} }`
}

/** What to give on a command line, where several parameters are several flags. */
function describeFlags(entries: Entries): string {
  if (entries.length < 2) return describe(entries)
  const flags = entries.map(([name]) => `--param ${name}=NUMBER`).join(' ')
  return `${flags}, each of them if wanted: ${entries.map(describeOne).join(', ')}`
}

function describeOne([name, parameter]: Entries[number]): string {
  const [low, high] = parameter.range
  const range = `${name} from ${low} to ${high}${unitOf(parameter)}`
  return parameter.default === undefined ? range : `${range} (default ${parameter.default})`
}

const unitOf = ({ unit }: Parameter) => (unit === undefined ? '' : ` ${unit}`)

function toJsonSchema(entries: Entries): JsonSchema {
  const [only] = entries
  if (entries.length === 1 && only) return numberSchema(only)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map((entry) => [entry[0], numberSchema(entry)])),
    required: entries
      .filter(([, parameter]) => parameter.default === undefined)
      .map(([name]) => name),
    additionalProperties: false,
  }
}

function numberSchema([
  name,
  {
    range: [minimum, maximum],
    default: initial,
    unit,
    summary,
  },
]: Entries[number]): JsonSchema {
  const description = [summary ?? name, unit && `in ${unit}`].filter(Boolean).join(', ')
  return compact({ type: 'number', minimum, maximum, default: initial, description })
}
