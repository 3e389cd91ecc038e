// Mutation tests: node test/mutation/run.mjs [folder…]. The first run installs Stryker into this
// folder.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const root = join(here, '../..')
const folders = process.argv.slice(2)

function run(command, args, cwd, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync(join(here, 'node_modules'))) {
  run('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund'], here)
}
const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const chosen = folders.length === 0 ? {} : { MUTATE: folders.join(',') }
run(process.execPath, [stryker, 'run', 'test/mutation/stryker.config.mjs'], root, chosen)
