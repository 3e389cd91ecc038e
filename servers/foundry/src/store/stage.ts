/** The folder that a spec is in. */
export type Stage = 'pending' | 'active' | 'completed' | 'archived'

/** All stages, in the order in which people look at them. */
export const stages: readonly Stage[] = ['active', 'pending', 'completed', 'archived']

/** Where a spec may go from each stage. */
export const stageMoves: Readonly<Record<Stage, readonly Stage[]>> = {
  pending: ['active', 'archived'],
  active: ['pending', 'completed', 'archived'],
  completed: ['active', 'archived'],
  archived: ['pending', 'active'],
}
