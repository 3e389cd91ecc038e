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

/** What we write anew in every sidecar, and what stands for a history that has changed since. */
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

/** A sidecar as a state. Undone steps, which darktable does not render, are left out. */
export function readXmp(text: string, { kind }: { readonly kind?: PhotoKind } = {}): EditState {
  const descriptions = descriptionsOf(parseXml(text))
  const attributes = descriptions.flatMap((description) => description.attributes)
  const elements = descriptions
    .flatMap((description) => description.children)
    .filter((child) => typeof child !== 'string')
  const read = (name: string) =>
    attributes.find((attribute) => isOurs(attribute, name))?.value ??
    textOf(elements.find((element) => isOurs(element, name)))
  const version = readNumber(read('xmp_version') ?? '5', 'xmp_version')
  if (version < oldestVersion) {
    throw new EditError(
      'invalid_input',
      `The sidecar has version ${version}; ${oldestVersion} and later can be read.`,
      {
        hint: 'Open the photo in darktable once, which writes a current sidecar.',
      },
    )
  }
  const { entries, end } = readHistory(
    elements.find((element) => isOurs(element, 'history')),
    read('history_end'),
  )
  const found = readNumber(
    read('iop_order_version') ?? String(orderVersions[kind ?? 'raw']),
    'iop_order_version',
  )
  const state: EditState = {
    kind: kind ?? (found === orderVersions.ldr ? 'ldr' : 'raw'),
    orderVersion: found,
    entries,
    masks: readMasks(
      elements.find((element) => isOurs(element, 'masks_history')),
      end,
    ),
    preserved: {
      attributes: attributes.filter((item) => !isKnown(item) && !isAbout(item)),
      elements: elements.filter((item) => !isKnown(item)),
    },
  }
  return withOrderList(state, read('iop_order_list') ?? '')
}

/**
 * A list is kept only when it says more than the state does, so that it goes when the module goes
 * that needed it.
 */
function withOrderList(state: EditState, orderList: string): EditState {
  const isImplied =
    state.orderVersion === orderVersions[state.kind] && toOrderList(state) === orderList
  return orderList === '' || isImplied ? state : { ...state, orderList }
}

function descriptionsOf(root: XmlElement): readonly XmlElement[] {
  const rdf = isRdf(root, 'RDF')
    ? root
    : root.children.find((child) => typeof child !== 'string' && isRdf(child, 'RDF'))
  const found =
    typeof rdf === 'object'
      ? rdf.children.filter((child) => typeof child !== 'string' && isRdf(child, 'Description'))
      : []
  if (found.length === 0)
    throw new EditError('invalid_input', 'This is XML, but no XMP: it has no rdf:Description.', {
      hint: 'Give an XMP sidecar as darktable writes it.',
    })
  return found.filter((child) => typeof child !== 'string')
}

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
