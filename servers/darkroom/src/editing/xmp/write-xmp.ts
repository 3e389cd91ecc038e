import { create, type XMLElement } from 'xmlbuilder'
import { toOrderList } from '../modules/to-order-list.ts'
import type { EditState, HistoryEntry, MaskForm } from '../state/edit-state.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'
import { choosePrefixes, namespaces } from './namespaces.ts'

const currentVersion = '5'
const format = { pretty: true, indent: ' ', newline: '\n', dontPrettyTextNodes: true }

/** Writes a state as a sidecar. The form is canonical: equal states give equal bytes. */
export function writeXmp(state: EditState): string {
  const root = toElement(state)
  const prefixes = choosePrefixes([root])
  const document = create(nameOf(root, prefixes), { version: '1.0', encoding: 'UTF-8' })
  for (const [uri, prefix] of prefixes) document.attribute(`xmlns:${prefix}`, uri)
  build(document, root, prefixes)
  return `${document.end(format)}\n`
}

function toElement(state: EditState): XmlElement {
  const { attributes, elements } = state.preserved
  const description = element(
    'rdf',
    'Description',
    [attribute('rdf', 'about', ''), ...attributes, ...settingsOf(state)],
    [...elements, ...masksOf(state), historyOf(state)],
  )
  return element('x', 'xmpmeta', [], [element('rdf', 'RDF', [], [description])])
}

const settingsOf = (state: EditState): readonly XmlAttribute[] =>
  toAttributes('darktable', {
    xmp_version: currentVersion,
    auto_presets_applied: '1',
    history_end: String(state.entries.length),
    iop_order_version: String(state.orderVersion),
    iop_order_list: toOrderList(state),
  })

/** All forms get the number of the last step: with several, darktable keeps only the last group. */
function masksOf({ masks, entries }: EditState): readonly XmlElement[] {
  if (masks.length === 0) return []
  const num = String(Math.max(0, entries.length - 1))
  const items = masks.map((form) => formAttributes(form, num))
  return [list('masks_history', items)]
}

const historyOf = ({ entries }: EditState): XmlElement =>
  list('history', entries.map(entryAttributes))

const formAttributes = (form: MaskForm, num: string): readonly XmlAttribute[] => [
  ...toAttributes('darktable', {
    mask_num: num,
    mask_id: String(form.id),
    mask_type: String(form.type),
    mask_name: form.name,
    mask_version: String(form.version),
    mask_points: form.points,
    mask_nb: String(form.pointCount),
    mask_src: form.source,
  }),
  ...form.attributes,
]

const entryAttributes = (entry: HistoryEntry, index: number): readonly XmlAttribute[] => [
  ...toAttributes('darktable', {
    num: String(index),
    operation: entry.operation,
    enabled: entry.enabled ? '1' : '0',
    modversion: String(entry.modversion),
    params: entry.params,
    multi_name: entry.multiName,
    multi_priority: String(entry.multiPriority),
  }),
  ...blendAttributes(entry),
  ...toAttributes('darkroom', { layer: entry.layer, source: entry.source, slot: entry.slot }),
  ...entry.attributes,
]

function blendAttributes({ blendVersion, blendParams }: HistoryEntry): readonly XmlAttribute[] {
  if (blendParams === '') return []
  return toAttributes('darktable', {
    blendop_version: String(blendVersion),
    blendop_params: blendParams,
  })
}

function list(name: string, items: readonly (readonly XmlAttribute[])[]): XmlElement {
  const elements = items.map((attributes) => element('rdf', 'li', attributes, []))
  return element('darktable', name, [], [element('rdf', 'Seq', [], elements)])
}

type Prefix = keyof typeof namespaces

/** Values that are undefined are left out. */
function toAttributes(
  prefix: Prefix,
  values: Readonly<Record<string, string | undefined>>,
): readonly XmlAttribute[] {
  const attributes: XmlAttribute[] = []
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) attributes.push(attribute(prefix, name, value))
  return attributes
}

const attribute = (prefix: Prefix, local: string, value: string): XmlAttribute => ({
  uri: namespaces[prefix],
  local,
  prefix,
  value,
})

const element = (
  prefix: Prefix,
  local: string,
  attributes: readonly XmlAttribute[],
  children: readonly XmlElement[],
): XmlElement => ({
  uri: namespaces[prefix],
  local,
  prefix,
  attributes,
  children,
})

function build(
  target: XMLElement,
  source: XmlElement,
  prefixes: ReadonlyMap<string, string>,
): void {
  for (const item of source.attributes) target.attribute(nameOf(item, prefixes), item.value)
  for (const child of source.children) {
    if (typeof child === 'string') target.text(child)
    else build(target.element(nameOf(child, prefixes)), child, prefixes)
  }
}

function nameOf(
  { uri, local, prefix }: Pick<XmlElement, 'uri' | 'local' | 'prefix'>,
  prefixes: ReadonlyMap<string, string>,
): string {
  if (uri === '') return local
  const chosen = prefixes.get(uri) ?? prefix
  return chosen === '' ? local : `${chosen}:${local}`
}
