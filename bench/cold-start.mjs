// Cold start of a command against an empty Node program: interleaved rounds, medians, ratios only.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toRatio } from './figures.mjs'

const root = join(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 31)
const bin = join(root, 'packages/toolaccord/bin/toolaccord.js')

const programs = {
  'node -e 0': ['-e', '0'],
  'import zod': ['--input-type=module', '-e', "import 'zod'"],
  'toolaccord examples/notes --help': [bin, 'examples/notes', '--help'],
  'toolaccord examples/notes list-notes --json': [bin, 'examples/notes', 'list-notes', '--json'],
}

const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(programs)) {
    const start = process.hrtime.bigint()
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root })
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    times[name].push(Number(process.hrtime.bigint() - start))
  }
}

const base = times['node -e 0']
for (const name of Object.keys(programs))
  console.log(`${toRatio(times[name], base)} × node -e 0   ${name}`)
