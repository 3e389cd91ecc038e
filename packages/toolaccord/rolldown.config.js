import { rmSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }

// A process that starts loads few files instead of sixty: loading one costs more than running it.
rmSync(new URL('dist/chunks', import.meta.url), { recursive: true, force: true })

const sources = Object.values(manifest.exports).flatMap(
  (target) => target['toolaccord-source'] ?? [],
)
// The files that `imports` of the manifest chooses from.
const chosen = ['./src/faces/mcp/load-sdk.ts', './src/faces/mcp/sdk/load-sdk.ts']
const input = Object.fromEntries(
  [...sources, ...chosen, './src/node/program/bin.ts'].map((file) => [
    file.slice('./src/'.length, -'.ts'.length),
    file,
  ]),
)

export default defineConfig({
  input,
  platform: 'node',
  external: /^[^./]/,
  cwd: import.meta.dirname,
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify: false,
    // The package has its sources once, in src: the maps point there and contain no second copy.
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      groups: [
        {
          name: 'core',
          test: /src\/((json|signals|ids|names|log|outcome|contracts|define|compile|run)\/|schema\/(?!from-json-schema)|[\w-]+\.ts$)/,
        },
      ],
    },
  },
})
