// Formats the TypeScript blocks of Markdown pages:
// node scripts/format-snippets.mjs docs/start.md docs/tools.md
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'oxfmt'

const style = JSON.parse(readFileSync(join(import.meta.dirname, '../.oxfmtrc.json'), 'utf8'))

for (const page of process.argv.slice(2)) {
  const before = readFileSync(page, 'utf8')
  let after = before
  for (const [, code] of before.matchAll(/^```ts\n([^]*?)^```$/gm)) {
    const formatted = await format('snippet.ts', code, style)
    after = after.replace(code, () => formatted.code)
  }
  if (after !== before) writeFileSync(page, after)
}
