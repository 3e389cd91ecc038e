import type { AnyTool } from '../define/tool.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { deref } from '../schema/json-schema.ts'
import { acceptedTypes } from '../schema/json-schema.ts'
import { viewObject } from '../schema/json-schema.ts'

/** Checks `rest.created`, which says where to find what a tool made. */
export function* createdFaults({ rest, effect }: AnyTool, output: JsonSchema): Iterable<string> {
  if (rest?.created === undefined) return
  const { method, created } = rest
  if (!/^(\/(:\w+(\.\w+)*|[\w.~-]+))+$/.test(created)) {
    yield (
      `rest.created: '${created}' must be made of plain segments and ':name' segments, ` +
        'such as /notes/:id or /notes/:note.id'
    )
    return
  }
  if (method !== undefined && method !== 'POST' && method !== 'PUT') {
    yield `rest.created: a ${method} does not answer with 201; use POST or PUT`
  }
  if (effect === 'read') {
    yield 'rest.created: a tool that reads makes nothing; its effect must be write'
  }
  for (const [, property = ''] of created.matchAll(/:([\w.]+)/g)) {
    yield* segmentFaults('rest.created', property, output)
  }
}

/** Checks that a property of some data can be a segment of the path that `place` has. */
export function* segmentFaults(
  place: 'rest.created' | 'rest.form',
  path: string,
  output: JsonSchema,
): Iterable<string> {
  const names = path.split('.')
  let schema = output
  for (const [index, name] of names.entries()) {
    const { properties } = viewObject(deref(schema, output), output)
    const found = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (found === undefined) {
      const holder = index === 0 ? 'it' : `'${names.slice(0, index).join('.')}'`
      const known = Object.keys(properties).join(', ') || 'none'
      yield `${place}: the data has no property '${path}'; ${holder} has ${known}`
      return
    }
    schema = found
  }
  const types = acceptedTypes(schema, output)
  if (['string', 'number', 'integer', 'any'].some((type) => types.has(type))) return
  yield `${place}: '${path}' is neither a string nor a number, and a path is made of these`
}
