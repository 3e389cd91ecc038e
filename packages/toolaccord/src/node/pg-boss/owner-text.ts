/** Returns an owner in a form that PostgreSQL takes: it refuses some strings. */
export const toOwnerText = (owner: string): string => JSON.stringify(owner)

/** Returns the owner of a text. */
export const fromOwnerText = (text: string): string => String(JSON.parse(text))
