import { extname } from 'node:path'
import type { TypeClaim } from './raw-document.ts'

const endings: Readonly<Record<string, TypeClaim['type']>> = {
  '.pdf': 'pdf',
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
  '.txt': 'text',
  '.text': 'text',
  '.md': 'text',
  '.markdown': 'text',
  '.rst': 'text',
  '.adoc': 'text',
  '.csv': 'text',
  '.json': 'text',
  '.yaml': 'text',
  '.yml': 'text',
}

const silent = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
const textual = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)$)/

/** Returns what the name of a file claims. */
export function claimOfName(path: string): TypeClaim {
  const ending = extname(path).toLowerCase()
  return { type: endings[ending], words: `its name ends with '${ending}'` }
}

/** Returns what the header `Content-Type` claims. */
export function claimOfHeader(header: string): TypeClaim {
  const type = (header.split(';', 1)[0] ?? '').trim().toLowerCase().slice(0, 80)
  return { type: typeOfHeader(type), words: `its content type is '${type}'` }
}

function typeOfHeader(type: string): TypeClaim['type'] {
  if (silent.has(type)) return undefined
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (textual.test(type)) return 'text'
  return 'other'
}

/** Returns the charset that the header `Content-Type` names. */
export const charsetOfHeader = (header: string): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header)?.[1]
