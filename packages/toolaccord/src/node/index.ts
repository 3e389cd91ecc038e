export { createCliIo } from './program/cli-io.ts'
export { readFlagFile } from './read-flag-file.ts'
export { serveHttp } from './http/serve-http.ts'
export { serveProgram } from './program/serve-program.ts'
export { serveStdio } from './stdio/serve-stdio.ts'

export type {
  ClosableServer,
  OptionValues,
  ProgramInit,
  ProgramOption,
  ProgramStart,
} from './program/program.ts'
export type { HttpLimits } from './http/to-http-limits.ts'
export type { HttpOptions, HttpServer } from './http/serve-http.ts'
export type { StdioOptions } from './stdio/serve-stdio.ts'
