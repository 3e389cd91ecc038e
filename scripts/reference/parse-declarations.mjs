import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

/**
 * A declaration of a `.d.ts` file.
 *
 * @typedef {object} Declaration
 * @property {string} name
 * @property {string} kind One of `function`, `class`, `constant`, `interface` and `type`.
 * @property {string} text The declaration without `export`, `declare` and its JSDoc.
 * @property {string | undefined} doc The text of its JSDoc, without stars.
 * @property {readonly string[]} keys The properties of a constant; none for anything else.
 * @property {ReadonlySet<string>} mentions The names that it uses, its own type parameters left
 *   out.
 */

/**
 * An export of a name that is declared elsewhere.
 *
 * @typedef {object} Reexport
 * @property {string} name The public name.
 * @property {string} local The name in the other file.
 * @property {string | undefined} from The specifier of the other file; none for this file.
 */

/**
 * A parsed `.d.ts` file.
 *
 * @typedef {object} DeclarationFile
 * @property {readonly string[]} exported The names that are exported where they are declared.
 * @property {readonly Reexport[]} reexports
 * @property {readonly Declaration[]} declarations Those that are not exported too.
 */

const kinds = {
  TSDeclareFunction: 'function',
  FunctionDeclaration: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'constant',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
}

/** @type {Map<string, DeclarationFile>} */
const parsed = new Map()

/**
 * Parses a `.d.ts` file once.
 *
 * @param {string} path
 * @returns {DeclarationFile}
 */
export function parseDeclarations(path) {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const file = parse(path, readFileSync(path, 'utf8'))
  parsed.set(path, file)
  return file
}

function parse(path, source) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const exported = []
  const reexports = []
  const declarations = []
  for (const statement of program.body) {
    if (statement.type === 'ExportAllDeclaration')
      throw new Error(`${path} exports names that it does not spell out`)
    if (statement.type === 'ImportDeclaration') {
      reexports.push(...importedNames(statement))
      continue
    }
    const declaration = statement.declaration ?? statement
    if (declaration.type in kinds) {
      const described = describe(source, declaration)
      if (declaration !== statement) exported.push(described.name)
      declarations.push({ ...described, doc: readDoc(source, comments, statement.start) })
    }
    for (const { local, exported: name } of statement.specifiers ?? []) {
      exported.push(name.name)
      reexports.push({ name: name.name, local: local.name, from: statement.source?.value })
    }
  }
  return { exported, reexports, declarations }
}

function describe(source, declaration) {
  const id = declaration.id ?? declaration.declarations[0].id
  return {
    name: id.name,
    kind: kindOf(declaration.type, id),
    text: cleanText(source, declaration),
    keys: keysOf(id),
    mentions: mentionsOf(declaration),
  }
}

function keysOf({ typeAnnotation }) {
  const members = typeAnnotation?.typeAnnotation?.members ?? []
  return members.flatMap(({ key }) => key?.name ?? key?.value ?? [])
}

/** A constant that can only be called is a function to its users. */
function kindOf(type, id) {
  const annotation = id.typeAnnotation?.typeAnnotation
  if (annotation?.type === 'TSFunctionType') return 'function'
  return kinds[type]
}

/** The names of types and constants below a node, without those of type parameters. */
function mentionsOf(node) {
  const names = new Set()
  const parameters = new Set()
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return
    if (value.type === 'TSTypeParameter') parameters.add(value.name.name)
    if (value.type === 'TSMappedType') parameters.add(value.key.name)
    for (const named of [value.typeName, value.exprName, value.qualifier, value.expression])
      if (named?.type === 'Identifier') names.add(named.name)
    for (const child of Object.values(value)) visit(child)
  }
  visit(node)
  return new Set([...names].filter((name) => !parameters.has(name)))
}

/** An imported name can be exported by a statement of its own. */
function importedNames({ specifiers, source }) {
  return specifiers
    .filter(({ type }) => type === 'ImportSpecifier')
    .map(({ local, imported }) => ({ name: local.name, local: imported.name, from: source.value }))
}

/** Types that the compiler names by their file are public names, which need no file. */
function cleanText(source, { start, end }) {
  return source
    .slice(start, end)
    .replace(/^declare /, '')
    .replaceAll(/import\("[^"]+"\)\./g, '')
}

function readDoc(source, comments, start) {
  const before = comments.findLast(({ end }) => end <= start)
  if (before === undefined || !before.value.startsWith('*')) return undefined
  if (source.slice(before.end, start).trim() !== '') return undefined
  const lines = before.value.slice(1).split('\n')
  return lines
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}
