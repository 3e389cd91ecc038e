import type { FidelityPlan, ItemPlan } from '../../define/fidelity-plan.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { flattenSchemas, propertySchemas } from './flat-schema.ts'

/** Unions inside of unions are followed this far. */
const maxDepth = 8

/** Returns every reason why a plan cannot work with an output schema. */
export const planFaults = (plan: FidelityPlan, schema: JsonSchema): readonly string[] =>
  plan.items.flatMap((one) => itemPlanFaults(one, schema))

function itemPlanFaults(
  { path, id, atLeast = 0 }: ItemPlan<never>,
  root: JsonSchema,
): readonly string[] {
  const faults: string[] = []
  const name = `fidelity '${path}'`
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) {
    faults.push(`${name}: atLeast is ${atLeast}, and must be a whole number from 0 on`)
  }
  const items = itemsAt(root, path === '' ? [] : path.split('.'))
  if (items === undefined) {
    faults.push(
      `${name}: there is no array at this path of the output; ` +
        "name properties with dots between them, as 'report.findings'",
    )
    return faults
  }
  const names = items.flatMap(({ properties = {} }) => Object.keys(properties))
  if (typeof id === 'function' || names.length === 0 || names.includes(id)) return faults
  faults.push(
    `${name}: its items have no property '${id}' for an id; they have ${names.join(', ')}`,
  )
  return faults
}

/** The schemas of the items of an array; undefined if there is no array. */
function itemsAt(root: JsonSchema, names: readonly string[]): readonly JsonSchema[] | undefined {
  let parts = readAll(root, [root])
  for (const name of names) {
    const owners = readItems(root, parts) ?? parts
    const schemas = owners.flatMap((part) => propertySchemas(part, name))
    parts = readAll(root, schemas)
  }
  return readItems(root, parts)
}

/** The schemas of the items of all arrays among some schemas; undefined if there is none. */
function readItems(
  root: JsonSchema,
  parts: readonly JsonSchema[],
): readonly JsonSchema[] | undefined {
  const arrays = parts.filter(
    ({ type, items }) => items !== undefined || [type].flat().includes('array'),
  )
  if (arrays.length === 0) return undefined
  return readAll(
    root,
    arrays.map(({ items = {} }) => items),
  )
}

/** Every schema that may be meant, with those of all branches of unions. */
function readAll(root: JsonSchema, schemas: readonly unknown[], depth = 0): readonly JsonSchema[] {
  const { parts, unions } = flattenSchemas(root, schemas)
  if (depth > maxDepth) return parts
  return [...parts, ...unions.flatMap(({ branches }) => readAll(root, branches, depth + 1))]
}
