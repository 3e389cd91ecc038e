import { EditError } from '../state/edit-error.ts'
import type { HistoryEntry, Layer } from '../state/edit-state.ts'
import { layers } from '../state/with-entries.ts'
import type { XmlElement } from '../state/xml-element.ts'
import { decodeBlob } from './decode-blob.ts'
import { type ListItem, listItems } from './list-items.ts'
import { readNumber } from './read-number.ts'

const known = new Set([
  'num',
  'operation',
  'enabled',
  'modversion',
  'params',
  'multi_name',
  'multi_priority',
  'blendop_version',
  'blendop_params',
])
const markers = new Set(['layer', 'source', 'slot'])

/** The steps that are in force, and how many steps the sidecar says those are. */
export function readHistory(
  list: XmlElement | undefined,
  endText: string | undefined,
): { readonly entries: readonly HistoryEntry[]; readonly end: number } {
  const items = listItems(list).map((item, index) => ({
    item,
    num: readNumber(item.read('num') ?? String(index), `num of history[${index}]`),
  }))
  const end = endText === undefined ? items.length : readNumber(endText, 'history_end')
  if (end > items.length || end < 0) {
    throw new EditError(
      'invalid_input',
      `The sidecar says that ${end} steps are in force, and holds ${items.length}.`,
      {
        hint: 'The sidecar is damaged. Write it again with darktable.',
      },
    )
  }
  const inForce = items.toSorted((a, b) => a.num - b.num).slice(0, end)
  return { entries: inForce.map(({ item, num }) => toEntry(item, `history[${num}]`)), end }
}

function toEntry(item: ListItem, where: string): HistoryEntry {
  const operation = item.read('operation') ?? ''
  if (!/^\w{1,20}$/.test(operation))
    throw new EditError('invalid_input', `The sidecar cannot be read: ${where} names no operation.`)
  const layer = toLayer(item.readMarker('layer'))
  const blendParams = decodeBlob(item.read('blendop_params') ?? '', `blendop_params of ${where}`)
  const [source, slot] = [item.readMarker('source'), item.readMarker('slot')]
  return {
    operation,
    modversion: readNumber(item.read('modversion') ?? '', `modversion of ${where}`),
    enabled: item.read('enabled') !== '0',
    params: decodeBlob(item.read('params') ?? '', `params of ${where}`),
    multiName: item.read('multi_name') ?? '',
    multiPriority: readNumber(item.read('multi_priority') ?? '0', `multi_priority of ${where}`),
    blendVersion:
      blendParams === ''
        ? 0
        : readNumber(item.read('blendop_version') ?? '0', `blendop_version of ${where}`),
    blendParams,
    ...(layer !== undefined && { layer }),
    ...(source !== undefined && { source }),
    ...(slot !== undefined && { slot }),
    attributes: item.others(known, markers),
  }
}

const toLayer = (text: string | undefined): Layer | undefined =>
  layers.find((layer) => layer === text)
