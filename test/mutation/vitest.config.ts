import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['toolaccord-source'] },
  ssr: { resolve: { conditions: ['toolaccord-source'] } },
  test: {
    include: ['packages/toolaccord/src/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
