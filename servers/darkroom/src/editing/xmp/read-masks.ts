import type { MaskForm } from '../state/edit-state.ts'
import type { XmlElement } from '../state/xml-element.ts'
import { decodeBlob } from './decode-blob.ts'
import { type ListItem, listItems } from './list-items.ts'
import { readNumber } from './read-number.ts'

const known = new Set([
  'mask_num',
  'mask_id',
  'mask_type',
  'mask_name',
  'mask_version',
  'mask_points',
  'mask_nb',
  'mask_src',
])

/**
 * Reads the forms in force. darktable repeats all forms at each step that changes one, so the last
 * step has them.
 */
export function readMasks(list: XmlElement | undefined, end: number): readonly MaskForm[] {
  const numbered = listItems(list).map((item, index) => ({
    item,
    num: readNumber(item.read('mask_num') ?? '0', `mask_num of masks_history[${index}]`),
  }))
  const inForce = numbered.filter(({ num }) => num < Math.max(end, 1))
  const last = Math.max(-1, ...inForce.map(({ num }) => num))
  return inForce
    .filter(({ num }) => num === last)
    .map(({ item }, index) => toForm(item, `masks_history[${index}]`))
}

function toForm(item: ListItem, where: string): MaskForm {
  const number = (name: string) => readNumber(item.read(name) ?? '', `${name} of ${where}`)
  return {
    // darktable sometimes writes ids above 2^31 as negative numbers.
    id: number('mask_id') >>> 0,
    type: number('mask_type'),
    name: item.read('mask_name') ?? '',
    version: number('mask_version'),
    points: decodeBlob(item.read('mask_points') ?? '', `mask_points of ${where}`),
    pointCount: number('mask_nb'),
    source: decodeBlob(item.read('mask_src') ?? '', `mask_src of ${where}`),
    attributes: item.others(known, new Set()),
  }
}
