import type { Report } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { quote } from '../faults/quote.ts'
import type { Place } from '../faults/to-path.ts'
import { childrenIn, type RawNodes } from './raw-nodes.ts'

const maxLength = 200

/** Reports ids that no tool could work with, wherever a node has one or names one. */
export function checkIds({ byId }: RawNodes, report: Report): void {
  for (const [id, node] of byId) {
    const place = ['hierarchy', id]
    checkId(id, place, report)
    if (typeof node.parent === 'string')
      checkReferences([node.parent], [...place, 'parent'], report)
    checkReferences(childrenIn(node), [...place, 'children'], report)
    checkDependencyIds(node, place, report)
  }
}

function checkDependencyIds({ dependencies }: JsonObject, place: Place, report: Report): void {
  if (!isJsonObject(dependencies)) return
  for (const [name, ids] of Object.entries(dependencies)) {
    if (Array.isArray(ids)) checkReferences(ids, [...place, 'dependencies', name], report)
  }
}

function checkId(id: string, place: Place, report: Report): void {
  const reason = reasonAgainst(id)
  if (reason === undefined) return
  report('INVALID_NODE_ID', place, `The id ${quote(id)} ${reason}.`, {
    hint: 'Give the node another id, such as "task-1-2", wherever it is named.',
  })
}

/** A name that every object has would be found in the hierarchy although no node has it. */
function checkReferences(ids: readonly unknown[], place: Place, report: Report): void {
  for (const id of ids) {
    if (typeof id !== 'string' || !isReserved(id)) continue
    report('INVALID_NODE_ID', place, `The id ${quote(id)} is a name that every object has.`, {
      hint: 'Remove it, or give the node that is meant another id.',
    })
  }
}

const isReserved = (id: string): boolean => id in Object.prototype

function reasonAgainst(id: string): string | undefined {
  if (id === '') return 'is empty'
  if (id.length > maxLength) return `is longer than ${maxLength} characters`
  if (isReserved(id)) return 'is a name that every object has'
  if (/[\p{Surrogate}\p{Cc}]/u.test(id)) return 'has a character that cannot be shown'
  return undefined
}
