/** What the addresses of this server begin with. */
export const restBase = '/api/v2'
