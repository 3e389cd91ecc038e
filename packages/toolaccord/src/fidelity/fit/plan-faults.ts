import type { FidelityPlan, ItemPlan } from '../../define/fidelity-plan.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { flattenSchemas, propertySchemas } from './flat-schema.ts'

/** Unions inside of unions are followed this far. */
const maxDepth = 8

/** Returns every reason why a plan cannot work with an output schema. */
export const planFaults = (plan: FidelityPlan, schema: JsonSchema): readonly string[] => [
  ...plan.items.flatMap((one) => itemPlanFaults(one, schema)),
  ...(plan.whole ?? []).flatMap((path) => [
    ...wholeFaults(path, plan, schema),
    ...insideFaults(path, plan),
  ]),
]

function itemPlanFaults(
  { path, id, atLeast = 0 }: ItemPlan<never>,
  root: JsonSchema,
): readonly string[] {
  const faults: string[] = []
  const name = `fidelity '${path}'`
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) {
    faults.push(`${name}: atLeast is ${atLeast}, and must be a whole number from 0 on`)
  }
  const items = itemsAt(root, toNames(path))
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

/** Finds why a part of the output cannot be there whole or not at all. */
function wholeFaults(
  path: string,
  { items: planned }: FidelityPlan,
  root: JsonSchema,
): readonly string[] {
  const place = `fidelity.whole '${path}'`
  const names = toNames(path)
  let parts = readAll(root, [root])
  let isRequired = false
  for (const [index, name] of names.entries()) {
    const pathSoFar = names.slice(0, index).join('.')
    const items = readItems(root, parts)
    const isPlanned = planned.some((one) => one.path === pathSoFar)
    if (items !== undefined && !isPlanned) return [`${place}: '${pathSoFar}' ${noPlan}`]
    const owners = items ?? parts
    isRequired = owners.some(({ required = [] }) => required.includes(name))
    const schemas = owners.flatMap((part) => propertySchemas(part, name))
    parts = readAll(root, schemas)
  }
  if (parts.length === 0) return [`${place}: ${noProperty}`]
  if (isRequired) return [`${place}: ${required}`]
  return []
}

const noPlan =
  'is an array without a plan; name it in items too, so that what is left out has an id'
const noProperty =
  'there is no property at this path of the output; ' +
  "name properties with dots between them, as 'report.document'"
const required = 'the output schema requires it; make it optional, because it may be left out'

/** Finds what a plan names inside of a part that it calls whole. */
function insideFaults(path: string, { items, whole = [] }: FidelityPlan): readonly string[] {
  const isInside = (other: string) => path === '' || other.startsWith(`${path}.`)
  const paths = [...items.map((one) => one.path), ...whole.filter((other) => other !== path)]
  return paths
    .filter((other) => other === path || isInside(other))
    .map((other) => `fidelity '${other}': it is part of '${path}', which is whole`)
}

const toNames = (path: string): readonly string[] => (path === '' ? [] : path.split('.'))

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
