/** A run of text as the reader gives it. */
export interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  /** The matrix of its place; the last number is its height on the page. */
  readonly transform: readonly number[]
}

/** A gap between lines is wide if it is larger than so many heights of a letter. */
const wideGap = 1.7

/** Joins the items of a page into lines, with an empty line for a wide gap. */
export class LineWriter {
  #text = ''
  #lineEnded = false
  #y = 0
  #height = 0

  get text(): string {
    return this.#text
  }

  add({ str, hasEOL, height, transform }: TextItem): void {
    if (str !== '') {
      const y = transform[5] ?? 0
      if (this.#lineEnded) this.#breakLine(y, height)
      this.#text += str
      this.#lineEnded = false
      this.#y = y
      this.#height = height
    }
    this.#lineEnded ||= hasEOL
  }

  #breakLine(y: number, height: number): void {
    const gap = Math.abs(this.#y - y)
    const isWide = gap > wideGap * Math.max(height, this.#height)
    this.#text += isWide ? '\n\n' : '\n'
  }
}
