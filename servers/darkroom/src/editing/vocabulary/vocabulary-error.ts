/** A vocabulary that cannot be used. Each fault names file, entry and rule. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
    const lines = faults.map((fault) => `- ${fault}`)
    super(`The vocabulary has ${count}:\n${lines.join('\n')}`)
    this.faults = Object.freeze([...faults])
  }
}
