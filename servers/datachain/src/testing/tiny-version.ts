import { buildVersion } from '../catalogue/build-version.ts'
import type { VersionFolder } from '../drafts/read-draft.ts'
import type { SchemaVersion } from '../model/index.ts'

/** A text in both languages of the tiny version. */
export const text = (en: string, fr = `${en} (fr)`) => [
  { locale: 'en', value: en },
  { locale: 'fr', value: fr },
]

const drawing =
  '<svg viewBox="0 0 36 36" xmlns="http://www.w3.org/2000/svg">' +
  '<path d="M10 10h16v16z" fill="currentColor"/></svg>\n'

const category = (id: string, order: number, more: object = {}) => ({
  id,
  name: text(`Name of ${id}`),
  description: text(`About ${id}`),
  required: false,
  order,
  datachain_type: 'ai',
  shape: 'circle',
  ...more,
})

const element = (id: string, category_id: string, more: object = {}) => ({
  id,
  category_id,
  title: text(`Title of ${id}`),
  description: text(`Says ${id}`),
  symbol_id: 'dot',
  ...more,
})

const sensitivity = {
  id: 'sensitivity',
  name: text('Sensitivity'),
  values: [
    { id: 'personal', name: text('Personal'), color: '#6a1b7a' },
    { id: 'open', name: text('Open'), color: '#ffd700' },
    { id: 'plain', name: text('Plain'), color: null },
  ],
}

const kinds = {
  id: 'kinds',
  label: text('Kinds'),
  kind: 'multi_select_enum',
  required: true,
  options: [
    { id: 'still', name: text('Still'), applies_to: ['camera'] },
    { id: 'moving', name: text('Moving'), applies_to: ['camera'] },
    { id: 'typed', name: text('Typed'), applies_to: ['form'] },
  ],
}

/** The files of a tiny version that keeps every rule, as values; tests replace some of them. */
export const tinyFiles = () => ({
  'meta.yaml': {
    version: 'ai@2026-01-02-beta',
    status: 'beta',
    created_at: '2026-01-02T03:04:05Z',
    locales: ['en', 'fr'],
  } as object,
  'datachain-type.yaml': {
    id: 'ai',
    name: text('AI'),
    categories: ['purpose', 'modes', 'data'],
    subchains: [{ id: 'flow', name: text('Flow'), categories: ['data'] }],
    locales: ['en', 'fr'],
  } as object,
  'categories/purpose.yaml': category('purpose', 1, {
    required: true,
    element_variables: [
      { id: 'detail', label: text('Detail') },
      { id: 'reason', label: text('Reason'), required: false },
    ],
  }) as object,
  'categories/modes.yaml': category('modes', 2) as object,
  'categories/data.yaml': category('data', 3, {
    element_context: sensitivity,
    element_variables: [kinds],
  }) as object,
  'elements/health.yaml': element('health', 'purpose') as object,
  'elements/transport.yaml': element('transport', 'purpose', {
    description: text('Moves {{detail}}', 'Transporte {{detail}}'),
  }) as object,
  'elements/acting.yaml': element('acting', 'modes') as object,
  'elements/camera.yaml': element('camera', 'data') as object,
  'elements/form.yaml': element('form', 'data', {
    context: {
      id: 'origin',
      name: text('Origin'),
      values: [{ id: 'asked', name: text('Asked'), color: '#ffffff' }],
    },
  }) as object,
  'symbols/dot.svg': drawing as string,
})

/** The files of a version as a folder; objects are written as JSON, which is YAML too. */
export function toFolder(
  files: Readonly<Record<string, unknown>>,
  name = 'ai/2026-01-02-beta',
): VersionFolder {
  const written = new Map<string, string>()
  for (const [path, content] of Object.entries(files))
    written.set(path, typeof content === 'string' ? content : JSON.stringify(content))
  return { name, files: written }
}

/** Builds the tiny version. */
export async function tinyVersion(
  files: Readonly<Record<string, unknown>> = tinyFiles(),
  name?: string,
): Promise<SchemaVersion> {
  const { version, findings } = await buildVersion(toFolder(files, name))
  if (version === undefined) throw new Error(JSON.stringify(findings))
  return version
}
