import { type Codebook, factsOf } from '../../../outcome/codebook.ts'

/** The meaning of a code, in words. */
export function describeCode(codes: Codebook, code: string): string {
  const { summary, message, kind = 'internal' } = factsOf(codes, code) ?? {}
  return summary ?? message ?? `A failure of kind ${kind}.`
}
