import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { index: './src/index.ts' },
  platform: 'node',
  external: /^[^./]/,
  cwd: import.meta.dirname,
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    minify: false,
    // The package has its sources once, in src: the maps point there and contain no second copy.
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
})
