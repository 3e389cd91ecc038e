import { resolveRef } from '../src/schema/json-schema.ts'

/**
 * A document with every reference in it replaced by what it leads to, unless that would never end.
 */
export function dereference<T extends object>(document: T): T {
  const visit = (value: unknown, trail: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one, trail))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, visit(member, trail)]),
    )
    const { $ref, ...beside } = members
    if (typeof $ref !== 'string' || trail.includes($ref)) return members
    const target = resolveRef({ document }, $ref.replace('#', '#/document'))
    if (target === undefined) throw new Error(`${$ref} leads nowhere`)
    return { ...Object(visit(target, [...trail, $ref])), ...beside }
  }
  // The cast says that references are the only difference.
  return visit(document, []) as T
}
