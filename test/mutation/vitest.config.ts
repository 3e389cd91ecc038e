import { configDefaults, defineConfig } from 'vitest/config'

const source = 'packages/toolaccord/src'

/** The tests that hold the mutated folders; those that start other programs are too slow here. */
export default defineConfig({
  resolve: { conditions: ['toolaccord-source'] },
  ssr: { resolve: { conditions: ['toolaccord-source'] } },
  test: {
    include: [
      `${source}/{outcome,contracts,define,compile,run,policies,schema}/**/*.test.ts`,
      `${source}/*.test.ts`,
      `${source}/faces/mcp/*.test.ts`,
      `${source}/faces/mcp/protocol/*.test.ts`,
      `${source}/faces/rest/open-api/*.test.ts`,
    ],
    exclude: [...configDefaults.exclude, '**/stores.test.ts'],
    testTimeout: 120_000,
    // Each mutant runs in a worker of its own, so its test files may share what they import.
    isolate: false,
  },
})
