import { restBase } from '../web/rest-base.ts'

/** The URI of a rendered document for MCP clients. */
export const documentUri = (hash: string): string => `datachain://documents/${hash}`

/** The path of a rendered document for browsers, relative to the server. */
export const documentPath = (hash: string): string => `${restBase}/documents/${hash}`
