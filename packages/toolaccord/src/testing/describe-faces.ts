import { describe, expect, it } from 'vitest'
import type { AnyTool } from '../define/tool.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Server } from '../server.ts'
import {
  type FaceAnswer,
  type FaceClient,
  type TestedFace,
  createFaceClient,
  faces,
} from './face-client.ts'

/**
 * Runs one test body over every face, each with a server of its own, then asserts that all faces
 * gave the same outcomes.
 */
export function describeFaces<const Tools extends readonly AnyTool[], Code extends string>(
  subject: string,
  createServer: () => Server<Tools, Code>,
  body: (client: FaceClient<Tools, Code>) => void,
): void {
  const answers = new Map<TestedFace, FaceAnswer[]>()
  let consentCode = ''
  describe(subject, () => {
    for (const face of faces) {
      const recorded: FaceAnswer[] = []
      answers.set(face, recorded)
      const server = createServer()
      describe(`through the ${face} face`, () =>
        body(recordAnswers(createFaceClient(server, face), recorded)))
      consentCode = server.contract.problem('consent_required').code
    }
    it('has the same outcomes on every face', () => {
      const [reference, ...others] = faces.map((face) =>
        (answers.get(face) ?? []).map(({ outcome }) =>
          withoutUndefined(withoutWay(outcome, consentCode)),
        ),
      )
      for (const other of others) expect(other).toEqual(reference)
    })
  })
}

/** Calls are numbered so that their request ids are the same on every face. */
function recordAnswers<Tools extends readonly AnyTool[], Code extends string>(
  { face, ...client }: FaceClient<Tools, Code>,
  recorded: FaceAnswer[],
): FaceClient<Tools, Code> {
  const callByName: FaceClient['callByName'] = async (tool, args, options) => {
    const id = `call-${recorded.length + 1}`
    const answer = await client.callByName(tool, args, { id, ...options })
    recorded.push(answer)
    return answer
  }
  // The cast says what the client does: both ways to call are one.
  return { face, call: callByName, callByName } as FaceClient<Tools, Code>
}

/** How a user agrees is a matter of the face: by a code of its own for each call, or by a flag. */
function withoutWay(outcome: Outcome, consentCode: string): Outcome {
  if (outcome.ok) return outcome
  const [{ details, ...first }] = outcome.problems
  if (first.code !== consentCode || details?.action === undefined) return outcome
  const problem = { ...first, hint: undefined, details: { action: details.action } }
  return { ...outcome, problems: [problem] }
}

/** As JSON has it: a member that is undefined on one face alone is noise in a difference. */
const withoutUndefined = (outcome: unknown): unknown => JSON.parse(JSON.stringify(outcome))
