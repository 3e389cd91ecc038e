import { parseDocument } from 'yaml'
import type { Remark } from '../../../foreign-plan.ts'
import { type Members, membersOf } from '../../json/members-of.ts'

/** Returns the text between the lines `---` at the top, or the whole text of a YAML file. */
function yamlIn(text: string): { readonly yaml: string; readonly line: number } {
  const plain = text.replace(/^\uFEFF/, '')
  const front = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(plain)?.[1]
  return front === undefined ? { yaml: plain, line: 1 } : { yaml: front, line: 2 }
}

/**
 * Returns the members of front matter or of a YAML file. References (`*name`) are refused, because
 * a short text of them can stand for gigabytes. Broken YAML is read line by line.
 */
export function frontMatterOf(text: string, path: string, remarks: Remark[]): Members {
  const { yaml, line } = yamlIn(text)
  const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false })
  const [fault] = document.errors
  try {
    const members = fault === undefined ? membersOf(document.toJS({ maxAliasCount: 0 })) : undefined
    if (members !== undefined) return members
  } catch {
    const message = 'The front matter has references (`*name`), which are not followed.'
    remarks.push({ path, line, message, action: 'It is read line by line.' })
    return linesOf(yaml)
  }
  const at = fault?.linePos?.[0].line ?? 1
  const message = `The front matter is not YAML: ${fault?.code ?? 'it does not have members'}.`
  remarks.push({ path, line: line + at - 1, message, action: 'It is read line by line.' })
  return linesOf(yaml)
}

/** Reads `name: value` and lists of `- value`, whatever else is wrong with the text. */
function linesOf(yaml: string): Members {
  const members = new Map<string, string | string[]>()
  let last: string | undefined
  for (const line of yaml.split(/\r?\n/)) {
    const [, name, value = ''] = /^([A-Za-z_][\w-]*):\s*(.*)$/.exec(line) ?? []
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (name !== undefined) {
      last = name
      members.set(name, valueOf(value))
    } else if (item !== undefined && last !== undefined) {
      const before = members.get(last)
      const list = Array.isArray(before) ? before : []
      members.set(last, [...list, unquoted(item)])
    }
  }
  return Object.fromEntries(members)
}

function valueOf(value: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(value.trim())?.[1]
  if (list === undefined) return unquoted(value)
  return list
    .split(',')
    .map(unquoted)
    .filter((one) => one !== '')
}

const unquoted = (text: string) => text.trim().replace(/^(['"])(.*)\1$/, '$2')
