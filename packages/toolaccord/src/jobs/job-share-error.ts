/** Thrown if a caller has as many jobs as one caller may have at a time. */
export class JobShareError extends Error {
  override readonly name = 'JobShareError'
  readonly limit: number

  constructor(limit: number) {
    super(`one caller may have ${limit} jobs at a time`)
    this.limit = limit
  }
}
