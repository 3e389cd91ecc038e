import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['toolaccord-source'] },
  ssr: { resolve: { conditions: ['toolaccord-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/*/src/**/*.test.ts', 'servers/*/src/**/*.test.ts', 'servers/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
