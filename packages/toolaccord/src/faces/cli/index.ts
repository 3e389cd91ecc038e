export { runCli } from './run-cli.ts'

export type { CliFiles, CliIo, CliOutput, FileFault } from './io.ts'
