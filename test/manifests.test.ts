import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const forge = 'https://github.com/toolaccord/toolaccord'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

const workspaces = ['packages', 'examples', 'servers']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
const published = workspaces.filter(({ manifest }) => manifest.private !== true)

describe('the manifest of a published package', () => {
  it('is that of a folder in packages/, and of no other', () => {
    expect(published.map(({ folder }) => folder)).toContain('packages/toolaccord')
    expect(published.filter(({ folder }) => !folder.startsWith('packages/'))).toEqual([])
  })

  it.each(published)(
    'says where $folder comes from and who may read it',
    ({ folder, manifest }) => {
      expect(manifest).toMatchObject({
        license: 'MIT',
        author: 'The Toolaccord authors',
        homepage: expect.stringContaining(forge) as unknown,
        bugs: { url: `${forge}/issues` },
        repository: { type: 'git', url: `git+${forge}.git`, directory: folder },
        publishConfig: { access: 'public', provenance: true },
        engines: { node: '>=20.19' },
      })
    },
  )

  // An exact version would give a user who has the same library a second copy of it.
  it.each(published)('of $folder lets users have newer dependencies', ({ manifest }) => {
    const ranges = Object.values(manifest.dependencies ?? {})
    expect(ranges.filter((range) => !/^[\^~>*]/.test(range))).toEqual([])
  })
})

describe('every manifest', () => {
  it.each([{ folder: '.', manifest: readManifest('.') }, ...workspaces])(
    'of $folder pins what only this repository needs',
    ({ manifest }) => {
      const versions = Object.values(manifest.devDependencies ?? {})
      expect(versions.filter((version) => !/^\d/.test(version))).toEqual([])
    },
  )
})
