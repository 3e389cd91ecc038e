import type * as z from 'zod'
import type { Finding } from '../findings/finding.ts'
import { toReports } from '../findings/to-reports.ts'
import { parseYaml } from '../json/parse-yaml.ts'
import { Category, DatachainType, ElementFile, type IconSymbol, Manifest } from '../model/index.ts'
import { toJsonSchema } from '../model/to-json-schema.ts'
import type { Filed, VersionDraft } from './version-draft.ts'

/** The files of one version by their paths, such as `elements/health.yaml`. */
export interface VersionFolder {
  /** Such as `ai/2026-08-12-beta`. */
  readonly name: string
  readonly files: ReadonlyMap<string, string>
}

/** A draft as it was read, and what was wrong with its files. */
export interface ReadDraft {
  /** Undefined if the manifest or the datachain type could not be read. */
  readonly draft: VersionDraft | undefined
  readonly findings: readonly Finding[]
}

/** Reads the files of a version, and reports every place that cannot be read. */
export function readDraft({ files }: VersionFolder): ReadDraft {
  const findings: Finding[] = []
  const [manifest] = readAll(files, /^meta\.yaml$/, Manifest, findings)
  const [datachainType] = readAll(files, /^datachain-type\.yaml$/, DatachainType, findings)
  const categories = readAll(files, /^categories\/[^/]+\.yaml$/, Category, findings)
  const elements = readAll(files, /^elements\/[^/]+\.yaml$/, ElementFile, findings)
  for (const name of ['meta.yaml', 'datachain-type.yaml'])
    if (!files.has(name)) findings.push(unreadable(name, 'The file is missing.', 'Add it.'))
  if (manifest === undefined || datachainType === undefined) return { draft: undefined, findings }
  const draft = {
    manifest: manifest.content,
    datachainType: datachainType.content,
    categories,
    elements,
    symbols: readSymbols(files, findings),
  }
  return { draft, findings }
}

function readAll<Schema extends z.ZodType>(
  files: ReadonlyMap<string, string>,
  pattern: RegExp,
  schema: Schema,
  findings: Finding[],
): readonly Filed<z.infer<Schema>>[] {
  const all: Filed<z.infer<Schema>>[] = []
  for (const [file, text] of files) {
    if (!pattern.test(file)) continue
    const yaml = readYaml(file, text, findings)
    if (yaml === undefined) continue
    const parsed = schema.safeParse(yaml.value)
    if (parsed.success) {
      all.push({ file, content: parsed.data })
      continue
    }
    const refused = { value: yaml.value, schema: toJsonSchema(schema) }
    for (const { message, path, hint } of toReports(parsed.error, refused))
      findings.push(unreadable(`${file}: ${path}`, message, hint))
  }
  return all
}

/** Wraps the value, because YAML may also say null. */
function readYaml(
  file: string,
  text: string,
  findings: Finding[],
): { readonly value: unknown } | undefined {
  try {
    return { value: parseYaml(text) }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : ''
    const [line = ''] = message.split('\n')
    const hint = 'Correct the file; anchors and aliases are not accepted.'
    findings.push(unreadable(file, `This is not YAML: ${line}`, hint))
    return undefined
  }
}

function readSymbols(
  files: ReadonlyMap<string, string>,
  findings: Finding[],
): readonly IconSymbol[] {
  const symbols: IconSymbol[] = []
  for (const [file, text] of files) {
    const id = /^symbols\/([^/]+)\.svg$/.exec(file)?.[1]
    if (id === undefined) continue
    if (!/^[\w-]{1,128}$/.test(id)) {
      const hint = 'Use letters, digits, _ and - only.'
      findings.push(unreadable(file, 'The name of the file is not a valid id.', hint))
    }
    symbols.push({ id, svg: text.replaceAll('\r\n', '\n') })
  }
  return symbols
}

const unreadable = (path: string, message: string, hint: string): Finding => ({
  code: 'FILE_UNREADABLE',
  severity: 'error',
  message,
  path,
  hint,
})
