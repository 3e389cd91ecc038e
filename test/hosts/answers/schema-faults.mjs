// What hosts or the APIs behind them refuse in a schema that a model is offered.

const refusedFormats = new Set(['uri', 'iri', 'uri-reference', 'regex', 'json-pointer'])
const huge = Number.MAX_SAFE_INTEGER

/** The faults of a schema as it was offered, each with its place. */
export function schemaFaults(schema, place = '') {
  if (Array.isArray(schema)) return schema.flatMap((one, n) => schemaFaults(one, `${place}/${n}`))
  if (schema === null || typeof schema !== 'object') return []
  const faults = []
  const { type, items, format, minimum, maximum } = schema
  if (type === 'array' && items === undefined) faults.push(`${place}: an array without items`)
  if (typeof format === 'string' && refusedFormats.has(format))
    faults.push(`${place}: the format ${format}`)
  if (minimum === -huge || maximum === huge) faults.push(`${place}: a bound of 2^53`)
  for (const key of Object.keys(schema))
    if (key === '$schema' || key.startsWith('x-')) faults.push(`${place}: ${key}`)
  const inside = Object.entries(schema).filter(([key]) => key !== 'enum' && key !== 'const')
  return [...faults, ...inside.flatMap(([key, value]) => schemaFaults(value, `${place}/${key}`))]
}
