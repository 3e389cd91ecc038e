// Writes docs/reference.md from the tables that run and docs/api from the types that are built.
// With --check it writes nothing, and names what is out of date.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEntries } from './reference/read-exports.mjs'
import { toApiPages } from './reference/to-api-pages.mjs'
import { toCodeTables } from './reference/to-code-tables.mjs'

const docs = join(import.meta.dirname, '../docs')
mkdirSync(join(docs, 'api'), { recursive: true })

const pages = new Map([['reference.md', toCodeTables()]])
for (const [file, text] of await toApiPages(readEntries())) pages.set(`api/${file}`, text)
const surplus = readdirSync(join(docs, 'api'))
  .map((file) => `api/${file}`)
  .filter((file) => !pages.has(file))

if (process.argv.includes('--check')) check()
else write()

function check() {
  const changed = [...pages].filter(([file, text]) => read(file) !== text).map(([file]) => file)
  const stale = [...changed, ...surplus]
  if (stale.length === 0) return
  console.error(`out of date; run npm run docs: ${stale.join(', ')}`)
  process.exitCode = 1
}

function write() {
  for (const [file, text] of pages) writeFileSync(join(docs, file), text)
  for (const file of surplus) rmSync(join(docs, file))
}

/** The page as it is; undefined if there is none. */
function read(file) {
  try {
    return readFileSync(join(docs, file), 'utf8')
  } catch {
    return undefined
  }
}
