import { isRecord } from '../../json/json.ts'
import { nearest } from '../../names/nearest.ts'

/**
 * What a value of a definition must be. It adds what is wrong to the faults, each with its place,
 * and returns the value without what is wrong. A value that nothing is wrong with is returned
 * itself.
 */
export type Form = (value: unknown, place: string, faults: string[]) => unknown

/** A form for every property of a type; the compiler keeps the table whole. */
export type Members<T> = { readonly [Name in keyof T]-?: Form }

/** Names the type of a value in a message. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Makes a form of a question; `wanted` says what the value must be, `advice` how to get it. */
export const formOf =
  (isOne: (value: unknown) => boolean, wanted: string, advice = ''): Form =>
  (value, place, faults) => {
    if (isOne(value)) return value
    faults.push(`${place}: must be ${wanted}, not ${describeType(value)}${advice}`)
    return undefined
  }

/** Anything; something else looks at it. */
export const anything: Form = (value) => value

/** Any string. */
export const text: Form = formOf((value) => typeof value === 'string', 'a string')

/** Any number; its range is checked where it is known. */
export const number: Form = formOf((value) => typeof value === 'number', 'a number')

/** True or false. */
export const boolean: Form = formOf((value) => typeof value === 'boolean', 'true or false')

/** Any function. */
export const callable: Form = formOf((value) => typeof value === 'function', 'a function')

/** A value that may be left out. */
export const optional =
  (form: Form): Form =>
  (value, place, faults) =>
    value === undefined ? undefined : form(value, place, faults)

/** One of some strings. */
export const oneOf =
  (...accepted: readonly string[]): Form =>
  (value, place, faults) => {
    if (typeof value === 'string' && accepted.includes(value)) return value
    const given = typeof value === 'string' ? `'${value}'` : describeType(value)
    faults.push(`${place}: must be ${listed(accepted)}, not ${given}`)
    return undefined
  }

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

/** An array whose items are all of one form; an item with a fault is left out. */
export const listOf =
  (form: Form): Form =>
  (value, place, faults) => {
    if (!Array.isArray(value)) {
      faults.push(`${place}: must be an array, not ${describeType(value)}`)
      return undefined
    }
    const before = faults.length
    const sound = value.filter((item, index) => {
      const known = faults.length
      form(item, `${place}[${index}]`, faults)
      return faults.length === known
    })
    return faults.length === before ? value : sound
  }

/** A thing that authors make, such as a policy. */
export interface Thing {
  /** Such as `a policy`. */
  readonly one: string
  /** How to make one. */
  readonly advice: string
  readonly form: Form
  /** Tells it from other objects. Default: every object may be one. */
  readonly isOne?: (value: object) => boolean
}

/** A thing that authors make, with the usual reasons why something else is in its place. */
export const thingOf =
  ({ form, ...thing }: Thing): Form =>
  (value, place, faults) => {
    if (isRecord(value) && (thing.isOne?.(value) ?? true)) return form(value, place, faults)
    faults.push(`${place}${misfit(value, thing)}`)
    return undefined
  }

function misfit(value: unknown, { one, advice }: Pick<Thing, 'one' | 'advice'>): string {
  if (value === undefined) {
    return (
      ` is undefined, not ${one}; look for a name that is not exported, ` +
      'or for modules that import each other'
    )
  }
  if (typeof value === 'function') return ` is a function, not ${one}; call it`
  if (!isRecord(value)) return ` is ${describeType(value)}, not ${one}; ${advice}`
  const name = typeof value.name === 'string' ? ` ('${value.name}')` : ''
  return `${name} is not ${one}; ${advice}`
}

/** An object whose values are all of one form, under any names. */
export const recordOf =
  (form: Form): Form =>
  (value, place, faults) => {
    if (!isRecord(value)) return refuseObject(value, place, faults)
    const members = Object.fromEntries(Object.keys(value).map((name) => [name, form]))
    return checkMembers(value, members, place, faults)
  }

/** An object with exactly these properties. */
export const objectOf =
  (members: Readonly<Record<string, Form>>): Form =>
  (value, place, faults) => {
    if (!isRecord(value)) return refuseObject(value, place, faults)
    const prefix = place === '' ? '' : `${place}: `
    for (const fault of unknownProperties(value, members, 'property')) {
      faults.push(`${prefix}${fault}`)
    }
    return checkMembers(value, members, place, faults)
  }

/** An object with these properties; it may have others, such as one of a class. */
export const openObjectOf =
  (members: Readonly<Record<string, Form>>): Form =>
  (value, place, faults) =>
    isRecord(value)
      ? checkMembers(value, members, place, faults)
      : refuseObject(value, place, faults)

function refuseObject(value: unknown, place: string, faults: string[]): undefined {
  faults.push(`${place}: must be an object, not ${describeType(value)}`)
}

function checkMembers(
  value: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, Form>>,
  place: string,
  faults: string[],
): unknown {
  const sound: Record<string, unknown> = { ...value }
  const before = faults.length
  for (const [name, form] of Object.entries(members)) {
    const member = form(value[name], place === '' ? name : `${place}.${name}`, faults)
    if (member === undefined) delete sound[name]
    else sound[name] = member
  }
  return faults.length === before ? value : sound
}

/** Finds properties that are not known, each with the one that was probably meant. */
export function unknownProperties(value: object, known: object, word: string): string[] {
  const names = Object.keys(known)
  const unknown = Object.keys(value).filter((name) => !names.includes(name))
  return unknown.map((name) => {
    const meant = nearest(name, names)
    const hint = meant === undefined ? `it has ${names.join(', ')}` : `did you mean '${meant}'?`
    return `has no ${word} '${name}'; ${hint}`
  })
}
