/** The node that all others are under. */
export const rootId = 'spec-root'
