import { create, type XMLElement } from 'xmlbuilder'
import { toOrderList } from '../modules/to-order-list.ts'
import type { EditState, HistoryEntry, MaskForm } from '../state/edit-state.ts'
import type { XmlAttribute, XmlElement } from '../state/xml-element.ts'
import { choosePrefixes, namespaces } from './namespaces.ts'

const currentVersion = '5'

/** A state as a sidecar. Canonical: equal states give equal bytes. */
export function writeXmp(state: EditState): string {
  const root = toElement(state)
  const prefixes = choosePrefixes([root])
  const document = create(nameOf(root, prefixes), { version: '1.0', encoding: 'UTF-8' })
  for (const [uri, prefix] of prefixes) document.attribute(`xmlns:${prefix}`, uri)
  build(document, root, prefixes)
  return `${document.end({ pretty: true, indent: ' ', newline: '\n', dontPrettyTextNodes: true })}\n`
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

function settingsOf(state: EditState): readonly XmlAttribute[] {
  const orderList = toOrderList(state)
  return toAttributes({
    xmp_version: currentVersion,
    auto_presets_applied: '1',
    history_end: String(state.entries.length),
    iop_order_version: String(state.orderVersion),
    ...(orderList !== undefined && { iop_order_list: orderList }),
  })
}

/** All forms stand at the last step: with several numbers darktable would keep the last group only. */
function masksOf({ masks, entries }: EditState): readonly XmlElement[] {
  if (masks.length === 0) return []
  const num = String(Math.max(0, entries.length - 1))
  return [
    list(
      'masks_history',
      masks.map((form) => formAttributes(form, num)),
    ),
  ]
}

const historyOf = ({ entries }: EditState): XmlElement =>
  list('history', entries.map(entryAttributes))

const formAttributes = (form: MaskForm, num: string): readonly XmlAttribute[] => [
  ...toAttributes({
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
  ...toAttributes({
    num: String(index),
    operation: entry.operation,
    enabled: entry.enabled ? '1' : '0',
    modversion: String(entry.modversion),
    params: entry.params,
    multi_name: entry.multiName,
    multi_priority: String(entry.multiPriority),
    ...(entry.blendParams !== '' && {
      blendop_version: String(entry.blendVersion),
      blendop_params: entry.blendParams,
    }),
  }),
  ...[
    ['layer', entry.layer],
    ['source', entry.source],
    ['slot', entry.slot],
  ].flatMap(([name = '', value]) =>
    value === undefined ? [] : [attribute('darkroom', name, value)],
  ),
  ...entry.attributes,
]

const list = (name: string, items: readonly (readonly XmlAttribute[])[]): XmlElement =>
  element(
    'darktable',
    name,
    [],
    [
      element(
        'rdf',
        'Seq',
        [],
        items.map((attributes) => element('rdf', 'li', attributes, [])),
      ),
    ],
  )

const toAttributes = (values: Readonly<Record<string, string>>): readonly XmlAttribute[] =>
  Object.entries(values).map(([name, value]) => attribute('darktable', name, value))

type Prefix = keyof typeof namespaces

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

const nameOf = (
  { uri, local, prefix }: { readonly uri: string; readonly local: string; readonly prefix: string },
  prefixes: ReadonlyMap<string, string>,
): string => {
  const chosen = prefixes.get(uri) ?? (uri === '' ? '' : prefix)
  return chosen === '' ? local : `${chosen}:${local}`
}
