import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../packages/toolaccord/src')

/** What authors write most: an editor shows the comment of each property. */
const files = [
  ['define/tool.ts', 'ToolInit'],
  ['compile/forms/server-init.ts', 'ServerInit'],
] as const

/** The properties of an interface that have no comment. */
function bareProperties(file: string, name: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const body = new RegExp(`^export interface ${name}<[^]*?^> \\{\\n([^]*?)^\\}`, 'm').exec(
    text,
  )?.[1]
  const lines = (body ?? '').split('\n')
  return lines.flatMap((line, index) => {
    const property = /^ {2}(?:readonly )?(\w+)\??[:(]/.exec(line)?.[1]
    return property === undefined || lines[index - 1]?.endsWith('*/') ? [] : [property]
  })
}

describe('what an editor shows', () => {
  it.each(files)('explains every property of %s', (file, name) => {
    expect(bareProperties(file, name)).toEqual([])
  })
})
