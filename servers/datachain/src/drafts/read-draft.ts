import type * as z from 'zod'
import type { Finding } from '../findings/finding.ts'
import { toReports } from '../findings/to-reports.ts'
import { parseYaml } from '../json/parse-yaml.ts'
import { Category, DatachainType, ElementFile, type IconSymbol, Manifest } from '../model/index.ts'
import type { Filed, VersionDraft } from './version-draft.ts'

/** The files of one version by their paths, such as `elements/health.yaml`. */
export interface VersionFolder {
  /** Such as `ai/2026-08-12-beta`. */
  readonly name: string
  readonly files: ReadonlyMap<string, string>
}

/**
 * What the files of a version say, and what in them could not be read; undefined where too little
 * could be.
 */
export function readDraft({ files }: VersionFolder): {
  readonly draft: VersionDraft | undefined
  readonly findings: readonly Finding[]
} {
  const findings: Finding[] = []
  const [manifest] = readAll(files, /^meta\.yaml$/, Manifest, findings)
  const [datachainType] = readAll(files, /^datachain-type\.yaml$/, DatachainType, findings)
  const categories = readAll(files, /^categories\/[^/]+\.yaml$/, Category, findings)
  const elements = readAll(files, /^elements\/[^/]+\.yaml$/, ElementFile, findings)
  for (const name of ['meta.yaml', 'datachain-type.yaml'])
    if (!files.has(name)) findings.push(unreadable(name, 'The file is missing.', 'Add it.'))
  if (manifest === undefined || datachainType === undefined) return { draft: undefined, findings }
  return {
    draft: {
      manifest: manifest.content,
      datachainType: datachainType.content,
      categories,
      elements,
      symbols: symbolsOf(files, findings),
    },
    findings,
  }
}

function readAll<Schema extends z.ZodType>(
  files: ReadonlyMap<string, string>,
  pattern: RegExp,
  schema: Schema,
  findings: Finding[],
): Filed<z.infer<Schema>>[] {
  return [...files].flatMap(([file, text]) => {
    if (!pattern.test(file)) return []
    const value = readYaml(file, text, findings)
    if (value === undefined) return []
    const parsed = schema.safeParse(value.read)
    if (parsed.success) return [{ file, content: parsed.data }]
    for (const { message, path, hint } of toReports(parsed.error))
      findings.push(unreadable(`${file}: ${path}`, message, hint))
    return []
  })
}

function readYaml(
  file: string,
  text: string,
  findings: Finding[],
): { readonly read: unknown } | undefined {
  try {
    return { read: parseYaml(text) }
  } catch (thrown) {
    const [line = ''] = (thrown instanceof Error ? thrown.message : '').split('\n')
    findings.push(
      unreadable(
        file,
        `This is not YAML: ${line}`,
        'Correct the file; anchors and aliases are not accepted.',
      ),
    )
    return undefined
  }
}

function symbolsOf(files: ReadonlyMap<string, string>, findings: Finding[]): readonly IconSymbol[] {
  return [...files].flatMap(([file, text]) => {
    const [, id] = /^symbols\/([^/]+)\.svg$/.exec(file) ?? []
    if (id === undefined) return []
    if (!/^[\w-]{1,128}$/.test(id))
      findings.push(
        unreadable(file, 'The name of the file is no id.', 'Use letters, digits, _ and - only.'),
      )
    return [{ id, svg: text.replaceAll('\r\n', '\n') }]
  })
}

const unreadable = (path: string, message: string, hint: string): Finding => ({
  code: 'FILE_UNREADABLE',
  severity: 'error',
  message,
  path,
  hint,
})
