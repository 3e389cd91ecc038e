import type { JsonSchema } from '../../../schema/json-schema.ts'
import { forEachSubschema } from './measure-schema.ts'
import { type SchemaPlace, type SchemaRule, schemaRules } from './schema-rules.ts'

/** A place of a schema that a rule of hosts is broken at. */
export interface SchemaFinding extends Pick<SchemaRule, 'hosts' | 'effect' | 'source'> {
  readonly tool: string
  readonly side: SchemaPlace['side']
  /** The properties that lead there; empty at the root. */
  readonly path: string
  /** The id of the rule. */
  readonly rule: string
  readonly message: string
}

/** Finds what hosts do not take, or not strictly, in one schema of a tool. */
export function lintSchema(
  tool: string,
  side: SchemaPlace['side'],
  schema: JsonSchema,
): readonly SchemaFinding[] {
  const found = new Map<string, SchemaFinding>()
  visit(schema, '')
  return [...found.values()]

  function visit(at: JsonSchema, path: string): void {
    const place = { tool, side, schema: at, path, isRoot: at === schema }
    for (const rule of schemaRules) {
      if (!rule.sides.includes(side) || !rule.isBroken(place)) continue
      found.set(`${rule.id} ${path}`, toFinding(rule, place))
    }
    forEachSubschema(at, (one, key) => visit(one, join(path, key)))
  }
}

function toFinding({ id, hosts, effect, source, says }: SchemaRule, place: SchemaPlace) {
  const { tool, side, path } = place
  const where = path === '' ? side : `${side} '${path}'`
  const message = `${tool}, ${where}: ${says} (${hosts.join(', ')})`
  return { tool, side, path, rule: id, hosts, effect, source, message }
}

function join(path: string, key: string | undefined): string {
  if (key === undefined) return path
  return path === '' ? key : `${path}.${key}`
}
