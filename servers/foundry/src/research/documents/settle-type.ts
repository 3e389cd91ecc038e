import { FoundryError } from '../../errors/foundry-error.ts'
import { type DetectedType, type DocumentType, detectType } from './detect-type.ts'
import type { RawDocument, TypeClaim } from './raw-document.ts'

/**
 * Returns the type that a document is read as. The content decides; a document that claims to be
 * something else is refused, because somebody is mistaken about it.
 */
export function settleType({ bytes, claim }: Pick<RawDocument, 'bytes' | 'claim'>): DocumentType {
  const detected = detectType(bytes)
  const type = agree(detected, claim)
  if (type !== undefined) return type
  const said = claim.type === undefined ? '' : `${claim.words}, but `
  const message = `The document cannot be read: ${said}its content is ${detected.name}.`
  throw new FoundryError('UNREADABLE_SOURCE', message, {
    hint: 'Text, HTML and PDF can be read. Give the document by its true type.',
    details: { claimed: claim.words, found: detected.name },
  })
}

function agree({ type }: DetectedType, claim: TypeClaim): DocumentType | undefined {
  if (claim.type === undefined) return type
  if (claim.type === 'pdf') return type === 'application/pdf' ? type : undefined
  if (claim.type === 'text') return type === 'text/plain' ? type : undefined
  if (claim.type === 'html') return toHtmlType(type)
  return undefined
}

/** A part of a page begins with any tag or with none, so that it looks like text. */
function toHtmlType(type: DocumentType | undefined): DocumentType | undefined {
  if (type === 'text/plain') return 'text/html'
  return type === 'application/pdf' ? undefined : type
}
