import { spawnSync } from 'node:child_process'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that render photos. */
const rendering = [
  'servers/darkroom/test/{pixels-*,pictures,session,faults}.test.ts',
  'servers/darkroom/src/editing/engine/create-darktable.test.ts',
]

/** Tests that take long and rarely break: `npm run test:slow` runs them, and CI does. */
export const slow = [
  'packages/toolaccord/src/node/{bullmq,pg-boss}/faults.test.ts',
  'packages/toolaccord/src/node/bullmq/redis-away.test.ts',
  'packages/toolaccord/src/node/http/load.test.ts',
  'packages/toolaccord/src/policies/idempotency/stopped-store.test.ts',
  'servers/darkroom/test/{pixels-*,processes}.test.ts',
  'servers/datachain/test/accessibility.test.ts',
  'servers/foundry/test/{agents,killed,pages,pages-live,web}.test.ts',
  'test/{mcp-long,serve-workers}.test.ts',
]

// With ALL_INSTALLED a missing darktable is a failure; without, its tests are skipped.
const isDarktableMissing =
  !process.env.ALL_INSTALLED &&
  spawnSync(process.env.DARKTABLE_CLI ?? 'darktable-cli', ['--version']).error !== undefined
if (isDarktableMissing)
  console.warn(
    "SKIPPED: photos are not rendered. Install Debian's darktable, " +
      'or name its command line in DARKTABLE_CLI.',
  )

/** The tests that cannot run here. */
export const unrendered = isDarktableMissing ? rendering : []

export default defineConfig({
  resolve: { conditions: ['toolaccord-source'] },
  ssr: { resolve: { conditions: ['toolaccord-source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/*/src/**/*.test.ts',
      'servers/*/src/**/*.test.ts',
      'servers/*/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...slow, ...unrendered],
    testTimeout: 20_000,
    // Processes, browsers and sockets are real: on a loaded machine one may be late. It is printed.
    retry: process.env.CI ? 1 : 0,
    // On two cores vitest would use one, although most tests wait for processes of their own.
    maxWorkers: 2,
  },
})
