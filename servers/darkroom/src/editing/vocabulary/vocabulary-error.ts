/** Vocabulary that cannot be used, with every fault named: file, entry and rule. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The vocabulary has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    )
    this.faults = Object.freeze([...faults])
  }
}
