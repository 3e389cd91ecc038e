import { EditError } from '../state/edit-error.ts'
import type { HistoryEntry, Layer } from '../state/edit-state.ts'
import { layers } from '../state/with-entries.ts'
import type { XmlElement } from '../state/xml-element.ts'
import { decodeBlob } from './decode-blob.ts'
import { type ListItem, listItems } from './list-items.ts'
import { readNumber } from './read-number.ts'

/** The steps of a sidecar that are in force, and their number. */
export interface History {
  readonly entries: readonly HistoryEntry[]
  readonly end: number
}

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

/** Reads the steps in force: the first `history_end` of them, or all if the sidecar has no end. */
export function readHistory(list: XmlElement | undefined, endText: string | undefined): History {
  const items = listItems(list).map((item, index) => ({
    item,
    num: readNumber(item.read('num') ?? String(index), `num of history[${index}]`),
  }))
  const end = readNumber(endText ?? String(items.length), 'history_end')
  if (end > items.length || end < 0) {
    throw new EditError(
      'invalid_input',
      `The sidecar says that ${end} steps are in force, but it has ${items.length}.`,
      { hint: 'The sidecar is damaged. Write it again with darktable.' },
    )
  }
  const inForce = items.toSorted((a, b) => a.num - b.num).slice(0, end)
  return { entries: inForce.map(({ item, num }) => toEntry(item, `history[${num}]`)), end }
}

function toEntry(item: ListItem, where: string): HistoryEntry {
  const operation = item.read('operation') ?? ''
  if (!/^\w{1,20}$/.test(operation))
    throw new EditError(
      'invalid_input',
      `The sidecar cannot be read: ${where} does not name an operation.`,
    )
  const blendParams = decodeBlob(item.read('blendop_params') ?? '', `blendop_params of ${where}`)
  return {
    operation,
    modversion: readNumber(item.read('modversion') ?? '', `modversion of ${where}`),
    enabled: item.read('enabled') !== '0',
    params: decodeBlob(item.read('params') ?? '', `params of ${where}`),
    multiName: item.read('multi_name') ?? '',
    multiPriority: readNumber(item.read('multi_priority') ?? '0', `multi_priority of ${where}`),
    blendVersion: readBlendVersion(item, blendParams, where),
    blendParams,
    layer: toLayer(item.readMarker('layer')),
    source: item.readMarker('source'),
    slot: item.readMarker('slot'),
    attributes: item.others(known, markers),
  }
}

function readBlendVersion(item: ListItem, blendParams: string, where: string): number {
  if (blendParams === '') return 0
  return readNumber(item.read('blendop_version') ?? '0', `blendop_version of ${where}`)
}

const toLayer = (text: string | undefined): Layer | undefined =>
  layers.find((layer) => layer === text)
