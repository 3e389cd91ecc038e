/** Names that look like files and are products. */
const products =
  /^(?:next|node|vue|nuxt|express|three|d3|chart|react|socket|asp|ember|p5)\.(?:js|io|net)$/i

const extension = /\.[A-Za-z][A-Za-z0-9]{0,9}$/

/** Endings of files that are named without their folders. */
const knownEndings = [
  'ts tsx js jsx mjs cjs json md mdx yml yaml toml py rs go java kt swift rb php',
  'cs c h cpp hpp css scss html sql sh vue svelte prisma tf lock xml gradle proto',
  'graphql env',
].flatMap((some) => some.split(' '))

const knownName = new RegExp(
  String.raw`^(?:Dockerfile|Makefile|Justfile|[\w.-]+\.(?:${knownEndings.join('|')}))$`,
)

/** Segments of paths, also those of routes such as `[id]` and `(auth)`. */
const inText = /(?<![\w:/@.])(?:\.\/)?(?:[\w@.\-[\]()+$]{1,100}\/){1,20}[\w@.\-[\]()+$]{0,100}/g

/** True for paths that stay in the folder of the project. */
function isFile(path: string): boolean {
  if (path.length > 300 || path.split('/').includes('..')) return false
  if (/^(?:[a-z]+:|\/|~|[A-Za-z]:\\)/.test(path) || /[\s*?<>|"'{}]/.test(path)) return false
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  if (path.includes('/')) return extension.test(last) || path.endsWith('/') || knownName.test(last)
  return knownName.test(path) && !products.test(path)
}

const trimmed = (path: string) =>
  path
    .replace(/^\.\//, '')
    .replace(/:\d+(?:[-:]\d+)?$/, '')
    .replace(/[.,;:)]+$/, (end) => (end.startsWith(')') && path.includes('(') ? ')' : ''))

/** Returns the files that a text names, in the order of the text. */
export function pathsIn(text: string): readonly string[] {
  const found = new Set<string>()
  const take = (path: string) => {
    if (isFile(path)) found.add(path)
  }
  const plain = text.replaceAll(/https?:\/\/\S+/g, ' ').replaceAll(/`([^`\n]+)`/g, (_, code) => {
    take(trimmed(String(code).trim()))
    return ' '
  })
  for (const [path] of plain.matchAll(inText)) {
    const whole = trimmed(path)
    const isFolder = whole.endsWith('/')
    if (!isFolder || /^[\w.-]+\/(?:[\w.-]+\/)*$/.test(whole)) take(whole)
  }
  return [...found]
}
