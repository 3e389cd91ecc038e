export { runCli } from './run-cli.ts'

export type { CliIo, CliOutput } from './io.ts'
