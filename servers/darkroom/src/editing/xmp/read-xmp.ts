import { toOrderList } from '../modules/to-order-list.ts'
import { orderVersions } from '../state/create-baseline.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, PhotoKind } from '../state/edit-state.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'
import { namespaces } from './namespaces.ts'
import { parseXml } from './parse-xml.ts'
import { readHistory } from './read-history.ts'
import { readMasks } from './read-masks.ts'
import { readNumber } from './read-number.ts'

/** The properties that we write ourselves, and hashes of the earlier history. */
const ours = new Set([
  'xmp_version',
  'history_end',
  'iop_order_version',
  'iop_order_list',
  'auto_presets_applied',
  'history',
  'masks_history',
  'history_basic_hash',
  'history_auto_hash',
  'history_current_hash',
])
const oldestVersion = 3

/** Reads a sidecar. Undone steps are left out, because darktable does not render them. */
export function readXmp(text: string, { kind }: { readonly kind?: PhotoKind } = {}): EditState {
  const descriptions = descriptionsOf(parseXml(text))
  const attributes = descriptions.flatMap((description) => description.attributes)
  const elements = descriptions.flatMap((description) => elementsOf(description))
  const findElement = (name: string) => elements.find((element) => isOurs(element, name))
  const read = (name: string) =>
    attributes.find((attribute) => isOurs(attribute, name))?.value ?? textOf(findElement(name))
  checkVersion(read('xmp_version'))
  const { entries, end } = readHistory(findElement('history'), read('history_end'))
  const orderVersion = readNumber(
    read('iop_order_version') ?? String(orderVersions[kind ?? 'raw']),
    'iop_order_version',
  )
  const state: EditState = {
    kind: kind ?? kindOf(orderVersion),
    orderVersion,
    entries,
    masks: readMasks(findElement('masks_history'), end),
    preserved: {
      attributes: attributes.filter((item) => !isKnown(item) && !isAbout(item)),
      elements: elements.filter((item) => !isKnown(item)),
    },
  }
  return withOrderList(state, read('iop_order_list') ?? '')
}

function checkVersion(text = '5'): void {
  const version = readNumber(text, 'xmp_version')
  if (version >= oldestVersion) return
  throw new EditError(
    'invalid_input',
    `The sidecar has version ${version}; ${oldestVersion} and later can be read.`,
    { hint: 'Open the photo in darktable once, which writes a current sidecar.' },
  )
}

const kindOf = (orderVersion: number): PhotoKind =>
  orderVersion === orderVersions.ldr ? 'ldr' : 'raw'

/**
 * Keeps an order list only if the state does not imply it. So the list goes when the module that
 * needed it goes.
 */
function withOrderList(state: EditState, orderList: string): EditState {
  if (orderList === '') return state
  const isImplied =
    state.orderVersion === orderVersions[state.kind] && toOrderList(state) === orderList
  if (isImplied) return state
  return { ...state, orderList }
}

function descriptionsOf(root: XmlElement): readonly XmlElement[] {
  const rdf = [root, ...elementsOf(root)].find((element) => isRdf(element, 'RDF'))
  const found = elementsOf(rdf).filter((element) => isRdf(element, 'Description'))
  if (found.length > 0) return found
  throw new EditError('invalid_input', 'This is XML, but not XMP: it has no rdf:Description.', {
    hint: 'Give an XMP sidecar as darktable writes it.',
  })
}

const elementsOf = (element: XmlElement | undefined): readonly XmlElement[] =>
  (element?.children ?? []).filter((child) => typeof child !== 'string')
const isRdf = (element: XmlElement, local: string) =>
  element.uri === namespaces.rdf && element.local === local
const isOurs = (item: XmlElement | XmlAttribute, local: string) =>
  item.uri === namespaces.darktable && item.local === local
const isKnown = (item: XmlElement | XmlAttribute) =>
  item.uri === namespaces.darktable && ours.has(item.local)
const isAbout = (attribute: XmlAttribute) =>
  attribute.local === 'about' && (attribute.uri === namespaces.rdf || attribute.uri === '')
const textOf = (element: XmlElement | undefined) =>
  element?.children.find((child) => typeof child === 'string')
