/** The beginning of the paths of every route of this server. */
export const restBase = '/api/v2'
