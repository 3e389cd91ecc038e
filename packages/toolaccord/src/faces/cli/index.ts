export { runCli } from './run-cli.ts'

export type { Flag } from './flag.ts'
export type { CliExtras, CliFiles, CliIo, CliOutput, FileFault } from './io.ts'
