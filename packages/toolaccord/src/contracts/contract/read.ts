import { compact, isRecord } from '../../json/json.ts'
import { isKind } from '../../outcome/kinds.ts'
import type { Problem } from '../../outcome/outcome.ts'

/** Readers for members of foreign envelopes: the value when it has the type, else undefined. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
export const number = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined
export const boolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined
export const record = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) ? value : undefined
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined

export type ErrorLike = Readonly<Record<string, unknown>> & {
  readonly code: string
  readonly message: string
}

/** Whether a value names a code and says what happened, the least that any dialect calls an error. */
export const isErrorLike = (value: unknown): value is ErrorLike =>
  isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string'

/** A problem from JSON that may come from anywhere: members of a wrong type are left out. */
export function readProblem(value: ErrorLike): Problem {
  const exception = record(value.exception)
  return compact({
    code: value.code,
    message: value.message,
    path: text(value.path),
    hint: text(value.hint),
    details: record(value.details),
    kind: isKind(value.kind) ? value.kind : undefined,
    recoverable: boolean(value.recoverable),
    exception: exception && {
      type: text(exception.type) ?? '',
      message: text(exception.message) ?? '',
    },
  })
}

/** A list of problems, which is never empty. */
export function problems(
  found: readonly Problem[],
  otherwise: Problem,
): readonly [Problem, ...Problem[]] {
  const [first, ...others] = found
  return first === undefined ? [otherwise] : [first, ...others]
}
