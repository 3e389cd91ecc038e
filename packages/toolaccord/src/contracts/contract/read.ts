import { compact, isRecord } from '../../json/json.ts'
import { isKind } from '../../outcome/kinds.ts'
import type { Failure, NextStep, Problem } from '../../outcome/outcome.ts'

/** Returns the value if it is a string, else undefined. */
export const readString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Returns the value if it is a number, else undefined. */
export const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Returns the value if it is a boolean, else undefined. */
export const readBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

/** Returns the value if it is an object, else undefined. */
export const readRecord = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) ? value : undefined

/** Returns the value if it is an array, else an empty one. */
export const readArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the value if it is an array of strings, else undefined. */
export const readStrings = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined

/** The least that any dialect calls an error: a code and a message. */
export type ErrorLike = Readonly<Record<string, unknown>> & {
  readonly code: string
  readonly message: string
}

/** True if a value has a code and a message. */
export const isErrorLike = (value: unknown): value is ErrorLike =>
  isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string'

/** Reads a problem from JSON of any origin; properties of a wrong type are left out. */
export function readProblem(value: ErrorLike): Problem {
  return compact({
    code: value.code,
    message: value.message,
    path: readString(value.path),
    hint: readString(value.hint),
    details: readRecord(value.details),
    next: readSteps(value.next, 'args'),
    kind: isKind(value.kind) ? value.kind : undefined,
    recoverable: readBoolean(value.recoverable),
    exception: readException(value.exception),
  })
}

/** Reads next steps, whose arguments are under a name; undefined if the value is not an array. */
export function readSteps(
  value: unknown,
  argsName: 'args' | 'arguments',
): readonly NextStep[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter(isStepLike).map((step) => readStep(step, step[argsName]))
}

type StepLike = Readonly<Record<string, unknown>> & { readonly tool: string }

const isStepLike = (value: unknown): value is StepLike =>
  isRecord(value) && typeof value.tool === 'string'

const readStep = ({ tool, why, command, method, href }: StepLike, args: unknown): NextStep =>
  compact({
    tool,
    args: readRecord(args),
    why: readString(why),
    command: readString(command),
    method: readString(method),
    href: readString(href),
  })

function readException(value: unknown): Problem['exception'] {
  if (!isRecord(value)) return undefined
  return { type: readString(value.type) ?? '', message: readString(value.message) ?? '' }
}

/** Returns the problems that were found, or the one given for the case that there are none. */
export function problemsOr(found: readonly Problem[], otherwise: Problem): Failure['problems'] {
  const [first, ...others] = found
  return first === undefined ? [otherwise] : [first, ...others]
}
