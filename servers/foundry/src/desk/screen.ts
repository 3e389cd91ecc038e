/** A terminal that can be drawn on. */
export interface Screen {
  readonly columns: number
  readonly rows: number
  /** Replaces what is shown. */
  draw(text: string): void
}
