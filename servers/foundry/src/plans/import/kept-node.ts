/** A node that was changed here, and the members whose values stayed. */
export interface KeptNode {
  readonly id: string
  readonly foreignId: string
  readonly members: readonly string[]
}
