import type { AnyTool } from '../define/tool.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { deref, viewObject } from '../schema/object-view.ts'
import { acceptedTypes } from '../schema/walk.ts'

/** Every reason why a tool cannot tell by `rest.created` where to find what it made. */
export function createdFaults({ rest, effect }: AnyTool, output: JsonSchema): string[] {
  if (rest?.created === undefined) return []
  const { method, created } = rest
  if (!/^(\/(:\w+(\.\w+)*|[\w.~-]+))+$/.test(created))
    return [
      `rest.created: '${created}' must be made of plain segments and ':name' segments, such as /notes/:id or /notes/:note.id`,
    ]
  return [
    ...(method === 'POST' || method === 'PUT'
      ? []
      : [`rest.created: a ${method} does not answer with 201; use POST or PUT`]),
    ...(effect === 'read'
      ? ['rest.created: a tool that reads makes nothing; its effect must be write']
      : []),
    ...[...created.matchAll(/:([\w.]+)/g)].flatMap(([, member = '']) =>
      memberFaults(member, output),
    ),
  ]
}

function memberFaults(member: string, output: JsonSchema): string[] {
  const names = member.split('.')
  let schema = output
  for (const [index, name] of names.entries()) {
    const { properties } = viewObject(deref(schema, output), output)
    const [place, found] = [
      index === 0 ? 'it' : `'${names.slice(0, index).join('.')}'`,
      Object.hasOwn(properties, name) ? properties[name] : undefined,
    ]
    if (found === undefined)
      return [
        `rest.created: the data has no member '${member}'; ${place} has ${Object.keys(properties).join(', ') || 'none'}`,
      ]
    schema = found
  }
  const types = acceptedTypes(schema, output)
  return ['string', 'number', 'integer', 'any'].some((type) => types.has(type))
    ? []
    : [`rest.created: '${member}' is neither a text nor a number, and a path is made of these`]
}
