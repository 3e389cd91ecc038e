import { type Codebook, factsOf } from '../../../outcome/codebook.ts'

/** What a code says, in words. */
export function describeCode(codes: Codebook, code: string): string {
  const { summary, message, kind = 'internal' } = factsOf(codes, code) ?? {}
  return summary ?? message ?? `A failure of kind ${kind}.`
}
