import * as z from 'zod'

/** How sure a finding is, the least first. */
export const confidences = ['speculation', 'low', 'medium', 'high', 'confirmed'] as const

/** How sure a finding is. */
export type Confidence = (typeof confidences)[number]

/** Returns the place of a confidence among all, 0 for the least. */
export const rankOf = (confidence: Confidence): number => confidences.indexOf(confidence)

/** A place of a source that a finding stands on. */
export const Citation = z.object({
  source_id: z.string(),
  /** `char:S-E` or `page:N:char:S-E`, in code points of the canonical text. */
  locator: z.string(),
  /** The text at that place. */
  quote: z.string(),
})

/** A place of a source that a finding stands on. */
export type Citation = z.output<typeof Citation>

/** An answer to a question, or a part of one, as its file has it. */
export const ResearchFinding = z.looseObject({
  id: z.string(),
  statement: z.string(),
  confidence: z.enum(confidences),
  citations: z.array(Citation),
  created_at: z.iso.datetime(),
})

/** An answer to a question, or a part of one. */
export type ResearchFinding = z.output<typeof ResearchFinding>

/** A citation before it is checked. Without a locator, the one place of the quote is found. */
export interface CitationInit extends Omit<Citation, 'locator'> {
  readonly locator?: string | undefined
}

/** What is given to add a finding. */
export interface FindingInit {
  readonly statement: string
  readonly confidence: Confidence
  readonly citations: readonly CitationInit[]
}

/** A finding whose citations were checked when it was read. */
export interface CheckedFinding extends ResearchFinding {
  readonly citations: (Citation & { readonly verified: boolean })[]
}
