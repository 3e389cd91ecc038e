export { runCli } from './run-cli.ts'

export type { Flag } from './commands/flags.ts'
export type { CliExtras, CliFiles, CliIo, CliOutput, FileFault } from './commands/io.ts'
