// Fails if a tag is not the version of every published package, or if the changelog has no section
// for it: node scripts/check-release.mjs v1.2.3
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [tag = ''] = process.argv.slice(2)
const version = tag.replace(/^v/, '')
const faults = []

if (!/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag))
  faults.push(`'${tag}' is not a tag of a version, such as v1.2.3`)

for (const name of readdirSync(join(root, 'packages'))) {
  const path = join(root, 'packages', name, 'package.json')
  if (!existsSync(path)) continue
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  if (manifest.private !== true && manifest.version !== version)
    faults.push(`${manifest.name} has the version ${manifest.version}, and not ${version}`)
}

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}] - `))
if (!/ \d{4}-\d{2}-\d{2}$/.test(heading ?? ''))
  faults.push(`CHANGELOG.md has no heading '## [${version}] - YYYY-MM-DD'`)

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
