// Removes built files whose source was renamed or deleted: the compiler leaves them in dist, where
// they would be packed and would point to sources that do not exist.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const builtFile = /^(?<name>.+?)\.(?:d\.ts|d\.ts\.map|js|js\.map)$/

/** The folders of the packages, examples and servers that have sources. */
function findWorkspaces() {
  return ['packages', 'examples', 'servers']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'src')) && existsSync(join(folder, 'dist')))
}

/**
 * True if a path below dist was built from a source that is gone; chunks have no source of their
 * own.
 */
function isStale(workspace, path) {
  const name = builtFile.exec(path)?.groups?.name
  if (name === undefined || path.startsWith('chunks')) return false
  return !existsSync(join(workspace, 'src', `${name}.ts`))
}

for (const workspace of findWorkspaces()) {
  const built = readdirSync(join(workspace, 'dist'), { recursive: true })
  const stale = built.filter((path) => isStale(workspace, path))
  for (const path of stale) rmSync(join(workspace, 'dist', path))
}
