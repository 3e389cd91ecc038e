import type { FidelityPlan, ItemPlan } from '../../define/fidelity-plan.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { flattenSchemas, memberSchemas } from './flat-schema.ts'

/** Every reason why a plan cannot work with an output schema. */
export const planFaults = (plan: FidelityPlan, schema: JsonSchema): readonly string[] =>
  plan.items.flatMap((one) => itemPlanFaults(one, schema))

function itemPlanFaults(
  { path, id, atLeast = 0 }: ItemPlan<never>,
  root: JsonSchema,
): readonly string[] {
  const faults =
    Number.isSafeInteger(atLeast) && atLeast >= 0
      ? []
      : [`fidelity '${path}': atLeast is ${atLeast}, and must be a whole number from 0 on`]
  const items = itemsAt(root, path === '' ? [] : path.split('.'))
  if (items === undefined)
    return [
      ...faults,
      `fidelity '${path}': there is no list at this path of the output; name members with dots between them, as 'report.findings'`,
    ]
  const names = items.flatMap(({ properties = {} }) => Object.keys(properties))
  if (typeof id === 'function' || names.length === 0 || names.includes(id)) return faults
  return [
    ...faults,
    `fidelity '${path}': its items have no member '${id}' for an id; they have ${names.join(', ')}`,
  ]
}

/** The schemas of the items of a list; undefined where there is no list. */
function itemsAt(root: JsonSchema, names: readonly string[]): readonly JsonSchema[] | undefined {
  let parts = readAll(root, [root])
  for (const name of names) {
    const lists = listItems(parts)
    const owners = lists.length > 0 ? readAll(root, lists) : parts
    parts = readAll(
      root,
      owners.flatMap((part) => memberSchemas(part, name)),
    )
  }
  const lists = listItems(parts)
  return lists.length > 0 ? readAll(root, lists) : undefined
}

const listItems = (parts: readonly JsonSchema[]): readonly unknown[] =>
  parts.flatMap(({ type, items }) =>
    items !== undefined || [type].flat().includes('array') ? [items ?? {}] : [],
  )

/** Every schema that may be meant, those of all branches included. */
function readAll(root: JsonSchema, schemas: readonly unknown[], depth = 0): readonly JsonSchema[] {
  const { parts, unions } = flattenSchemas(root, schemas)
  return depth > 8
    ? parts
    : [...parts, ...unions.flatMap(({ branches }) => readAll(root, branches, depth + 1))]
}
