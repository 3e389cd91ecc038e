/** What the addresses of this server begin with over HTTP. */
export const restBase = '/api/v2'

/** Where MCP clients find a rendered document. */
export const documentUri = (hash: string): string => `datachain://documents/${hash}`

/** Where browsers find it, relative to the server. */
export const documentPath = (hash: string): string => `${restBase}/documents/${hash}`

/** The view that hosts of MCP Apps show rendered documents in. */
export const viewUri = 'ui://datachain/view.html'
