import { describeRange } from '../../../schema/describe-schema.ts'
import { type JsonSchema, deref, viewObject } from '../../../schema/json-schema.ts'

/**
 * Says of the arguments what some hosts take out of schemas, ranges and defaults, unless the
 * description of the argument says it; the empty string if there is nothing to say.
 */
export function describeStripped(schema: JsonSchema): string {
  const { properties } = viewObject(schema, schema)
  const facts = Object.entries(properties).flatMap(([name, argument]) => {
    const stripped = strippedFacts(argument, schema)
    return stripped.length === 0 ? [] : [`${name} ${stripped.join(', ')}`]
  })
  return facts.length === 0 ? '' : `Arguments: ${facts.join('; ')}.`
}

function strippedFacts(argument: JsonSchema, root: JsonSchema): string[] {
  const target = deref(argument, root)
  const { description = target.description ?? '', default: value = target.default } = argument
  const facts: string[] = []
  const range = describeRange(target)
  if (range !== '' && !saysNumbers(description, range)) facts.push(range)
  if (isTelling(value) && !/\bdefaults?\b/i.test(description)) {
    facts.push(`default ${JSON.stringify(value)}`)
  }
  return facts
}

/** True if a description has every number of a range. */
function saysNumbers(description: string, range: string): boolean {
  const said = new Set(numbersIn(description))
  return numbersIn(range).every((number) => said.has(number))
}

const numbersIn = (text: string): readonly string[] => text.match(/-?\d+(?:\.\d+)?/g) ?? []

/** False for defaults that mean the same as no argument: nothing, no, or none of something. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
