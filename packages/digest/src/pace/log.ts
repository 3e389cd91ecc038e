/**
 * Takes the failures that a caller does not see. The logger of a toolaccord server fits, and so
 * does `console`.
 */
export interface Log {
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
}
