export { createCliIo } from './cli-io.ts'
export { readFlagFile } from './flag-file.ts'
export { serveHttp } from './serve-http.ts'
export { serveProgram } from './serve-program.ts'
export { serveStdio } from './serve-stdio.ts'

export type {
  ClosableServer,
  OptionValues,
  ProgramInit,
  ProgramOption,
  ProgramStart,
} from './program.ts'
export type { HttpOptions, HttpServer } from './serve-http.ts'
export type { StdioOptions } from './serve-stdio.ts'
