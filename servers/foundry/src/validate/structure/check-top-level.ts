import type { Report } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { mendIf } from '../faults/mend-if.ts'
import { quote } from '../faults/quote.ts'

/** Reports members of a file that are missing, or that are not what the format says. */
export function checkTopLevel(file: JsonObject, report: Report): void {
  checkSpecId(file, report)
  checkTitle(file, report)
  checkTime(file, 'generated', report)
  checkTime(file, 'last_updated', report)
  checkDerived(file, report)
  checkMetadata(file, report)
  checkHierarchyType(file, report)
}

function checkSpecId({ spec_id: id }: JsonObject, report: Report): void {
  if (typeof id === 'string' && id !== '') return
  const hint = 'Write the id as the file is named, such as "search-2026-01-31-001".'
  if (id === undefined || id === '') {
    report('MISSING_REQUIRED_FIELD', ['spec_id'], 'The spec has no spec_id.', { hint })
    return
  }
  const message = `The spec_id is ${quote(id)}, and not a string.`
  report('INVALID_FIELD_TYPE', ['spec_id'], message, { hint })
}

function checkTitle({ title }: JsonObject, report: Report): void {
  if (title === undefined || typeof title === 'string') return
  report('INVALID_FIELD_TYPE', ['title'], `The title is ${quote(title)}, and not a string.`, {
    hint: 'Write a title in double quotation marks, or leave it out.',
    mend: mendIf(title === null, (draft) => draft.remove(['title'])),
  })
}

/** Of the two times that every spec has, one can stand for the other. */
function checkTime(file: JsonObject, name: 'generated' | 'last_updated', report: Report): void {
  const time = file[name]
  if (typeof time === 'string') return
  const other = file[name === 'generated' ? 'last_updated' : 'generated']
  const details = {
    hint: 'Write a time such as "2026-01-31T09:30:00Z".',
    mend: mendIf(typeof other === 'string', (draft) => draft.set([name], other)),
  }
  if (time === undefined) {
    report('MISSING_REQUIRED_FIELD', [name], `The spec has no ${name}.`, details)
    return
  }
  const message = `The time ${name} is ${quote(time)}, and not a string.`
  report('INVALID_FIELD_TYPE', [name], message, details)
}

/** These follow from the nodes, so a wrong one can be left out: the next save writes it. */
function checkDerived(file: JsonObject, report: Report): void {
  const accepted: Readonly<Record<string, readonly string[]>> = {
    status: ['string'],
    progress_percentage: ['number'],
    current_phase: ['string', 'null'],
  }
  for (const [name, types] of Object.entries(accepted)) {
    const value = file[name]
    const type = value === null ? 'null' : typeof value
    if (value === undefined || types.includes(type)) continue
    const message = `The value of ${name} is ${quote(value)}, and not a ${types.join(' or ')}.`
    report('INVALID_FIELD_TYPE', [name], message, {
      hint: 'Leave it out; it is computed from the nodes.',
      mend: (draft) => draft.remove([name]),
    })
  }
}

function checkMetadata({ metadata }: JsonObject, report: Report): void {
  if (metadata === undefined || isJsonObject(metadata)) return
  const message = `The metadata of the spec are ${quote(metadata)}, and not an object.`
  report('INVALID_METADATA_TYPE', ['metadata'], message, {
    hint: 'Write an object that has at least a mission.',
    mend: mendIf(metadata === null, (draft) => draft.set(['metadata'], {})),
  })
}

function checkHierarchyType({ hierarchy }: JsonObject, report: Report): void {
  const hint = 'The hierarchy is an object of nodes by id, and has at least "spec-root".'
  if (hierarchy === undefined) {
    report('MISSING_REQUIRED_FIELD', ['hierarchy'], 'The spec has no hierarchy.', { hint })
  } else if (!isJsonObject(hierarchy)) {
    const message = `The hierarchy is ${quote(hierarchy)}, and not an object.`
    report('INVALID_HIERARCHY_TYPE', ['hierarchy'], message, { hint })
  } else if (Object.keys(hierarchy).length === 0) {
    report('EMPTY_HIERARCHY', ['hierarchy'], 'The hierarchy has no node.', { hint })
  } else if (!Object.hasOwn(hierarchy, 'spec-root')) {
    const message = 'The hierarchy has no node "spec-root", which all others are under.'
    report('MISSING_SPEC_ROOT', ['hierarchy'], message, {
      hint: 'Add it with type "spec" and the ids of the phases as its children.',
    })
  }
}
