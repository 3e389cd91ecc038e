// Mutation testing of what every answer stands on: `npm run mutation`, or with folders to mutate.
const folders = process.env.MUTATE?.split(',') ?? [
  'outcome',
  'contracts',
  'run',
  'policies',
  'schema',
]
const base = 'packages/toolaccord/src'

export default {
  mutate: folders.flatMap((folder) => [
    `${base}/${folder}/**/*.ts`,
    `!${base}/${folder}/**/*.test.ts`,
    `!${base}/${folder}/**/*.test-d.ts`,
    `!${base}/${folder}/**/index.ts`,
  ]),
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'test/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  ignorePatterns: [
    'servers/*/{src,test,data,vocabulary}',
    'bench',
    '**/dist',
    'docs',
    'test/fixtures/consumer',
  ],
  tempDirName: '.mutation',
}
