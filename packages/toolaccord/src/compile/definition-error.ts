/**
 * A definition that cannot work, with every fault that was found.
 *
 * @example
 *   try {
 *     defineServer({ name: 'notes', version: '1.0.0', tools: [], limits: { depth: 0 } })
 *   } catch (error) {
 *     if (error instanceof DefinitionError) console.error(error.faults.join('\n'))
 *   }
 */
export class DefinitionError extends TypeError {
  readonly faults: readonly string[]

  constructor(server: string, faults: readonly string[]) {
    const list = faults.map((fault) => `  - ${fault}`).join('\n')
    super(`Server '${server}' cannot be defined:\n${list}`)
    this.name = 'DefinitionError'
    this.faults = faults
  }
}
