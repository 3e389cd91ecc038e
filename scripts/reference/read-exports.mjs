import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseDeclarations } from './parse-declarations.mjs'

/** @typedef {import('./parse-declarations.mjs').Declaration} Declaration */

/**
 * A public name.
 *
 * @typedef {object} PublicExport
 * @property {string} name
 * @property {Declaration['kind']} kind
 * @property {string} text The description of its JSDoc; empty if there is none.
 * @property {readonly string[]} examples The code of each `@example`.
 * @property {readonly string[]} signatures Its declarations, and the private ones that they
 *   mention.
 * @property {ReadonlySet<string>} mentions The names that the signatures use.
 * @property {string} file Where it is declared, from the root of the repository.
 */

/**
 * An entry of a package, such as `toolaccord/contracts`.
 *
 * @typedef {object} Entry
 * @property {string} specifier
 * @property {readonly PublicExport[]} exports Sorted by name.
 */

const root = join(import.meta.dirname, '../..')

/**
 * Reads the public names of every published package from its built declarations.
 *
 * @returns {readonly Entry[]}
 */
export function readEntries() {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name))
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => entriesOf(folder))
}

function entriesOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (manifest.private === true) return []
  return Object.entries(manifest.exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([subpath, target]) => ({
      specifier: join(manifest.name, subpath).replaceAll('\\', '/'),
      exports: exportsOf(join(folder, target.types)),
    }))
}

/** The exports of a `.d.ts` file, followed to where they are declared. */
function exportsOf(path) {
  return parseDeclarations(path)
    .exported.map((name) => toPublicExport(name, findDeclarations(path, name)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.name.localeCompare(b.name))
}

/** A name may have several declarations: overloads, or a value and a type. */
function findDeclarations(path, name) {
  const file = parseDeclarations(path)
  const declarations = file.declarations.filter((declaration) => declaration.name === name)
  if (declarations.length > 0) return { path, declarations }
  const reexport = file.reexports.find((one) => one.name === name && one.from !== undefined)
  if (reexport === undefined) throw new Error(`${path} does not declare ${name}`)
  const target = join(dirname(path), reexport.from).replace(/\.[jt]s$/, '.d.ts')
  return findDeclarations(target, reexport.local)
}

/** @returns {PublicExport} */
function toPublicExport(name, { path, declarations }) {
  const documented = declarations.find(({ doc }) => doc !== undefined) ?? declarations[0]
  const spelledOut = declarations.map((declaration) => spellOutKeys(path, declaration))
  const shown = [...spelledOut, ...findHidden(path, spelledOut)]
  return {
    name,
    kind: declarations[0].kind,
    ...parseDoc(documented.doc ?? ''),
    signatures: shown.map(({ text }) => text),
    mentions: new Set(shown.flatMap(({ mentions }) => [...mentions])),
    file: toSource(path),
  }
}

/** Gives the keys of a private table where its type only names it: `keyof typeof hints`. */
function spellOutKeys(path, declaration) {
  const table = / = keyof typeof (?<name>\w+);$/.exec(declaration.text)?.groups?.name
  const { exported, declarations } = parseDeclarations(path)
  const keys = declarations.find(({ name }) => name === table)?.keys ?? []
  if (keys.length === 0 || exported.includes(table)) return declaration
  const union = keys.map((key) => `'${key}'`).join(' | ')
  const text = declaration.text.replace(/keyof typeof \w+;$/, `${union};`)
  return { ...declaration, text, mentions: new Set() }
}

/** Private declarations that a public one cannot be understood without. */
function findHidden(path, declarations) {
  const { exported, declarations: all } = parseDeclarations(path)
  const candidates = all.filter(({ name }) => !exported.includes(name))
  const found = new Set()
  const follow = ({ mentions }) => {
    for (const one of candidates) {
      if (!mentions.has(one.name) || found.has(one) || declarations.includes(one)) continue
      found.add(one)
      follow(one)
    }
  }
  for (const declaration of declarations) follow(declaration)
  return [...found]
}

/** Splits a JSDoc text into its description and the code of its examples. */
function parseDoc(doc) {
  const [text = '', ...tags] = doc.split(/^@/m)
  const examples = tags
    .filter((tag) => tag.startsWith('example'))
    .map((tag) => removeIndent(tag.slice('example'.length)))
  return { text: text.trim(), examples }
}

const removeIndent = (code) => code.replaceAll(/^ {2}/gm, '').trim()

const toSource = (path) =>
  path
    .slice(root.length + 1)
    .replaceAll('\\', '/')
    .replace('/dist/', '/src/')
    .replace(/\.d\.ts$/, '.ts')
