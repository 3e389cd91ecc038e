import type { SpecPart } from './create-spec-reader.ts'
import type { CheckView, ProofView, ProofViews } from './spec-view.ts'
import { type Metadata, recordsIn, textIn } from './texts-in.ts'

/** Returns what a page shows of a check. */
export const toCheckView = ({ id, node }: SpecPart, proofs: ProofViews): CheckView => ({
  id,
  title: node.title,
  kind: textIn(node.metadata, 'verification_type') ?? 'check',
  command: textIn(node.metadata, 'command'),
  expected: textIn(node.metadata, 'expected'),
  proof: findProof(proofs, id) ?? wordOfFile(node.metadata),
})

const findProof = (proofs: ProofViews, id: string): ProofView | undefined =>
  Object.hasOwn(proofs, id) ? proofs[id] : undefined

/** A result that only the file knows was written by whoever did the work: nobody proved it. */
function wordOfFile(metadata: Metadata): ProofView {
  const result = textIn(metadata, 'last_result') ?? resultIn(metadata)
  if (result === undefined) return { state: 'unproved' }
  const word = result.toLowerCase()
  if (word === 'failed') return { state: 'failed' }
  if (word === 'passed') return { state: 'claimed' }
  return { state: 'unproved', note: `The file says: ${result}` }
}

/** The last result may also be an object that has it. */
function resultIn({ last_result: last }: Metadata): string | undefined {
  const [entry] = recordsIn({ all: [last] }, 'all')
  return entry && textIn(entry, 'result', 'status')
}
