import { configDefaults, defineConfig } from 'vitest/config'
import base, { slow, unrendered } from './vitest.config.ts'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: slow,
    exclude: [...configDefaults.exclude, ...unrendered],
  },
})
