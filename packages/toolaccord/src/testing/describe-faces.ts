import { describe, expect, it } from 'vitest'
import type { AnyTool } from '../define/tool.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Server } from '../server.ts'
import { type FaceClient, type TestedFace, createFaceClient, faces } from './face-client.ts'

/**
 * Runs one test body over every face, each with a server of its own, then asserts that all faces
 * gave the same outcomes.
 */
export function describeFaces<const Tools extends readonly AnyTool[], Code extends string>(
  subject: string,
  createServer: () => Server<Tools, Code>,
  body: (client: FaceClient<Tools, Code>) => void,
): void {
  const answers = new Map<TestedFace, Recorded>()
  let consentCode = ''
  describe(subject, () => {
    for (const face of faces) {
      const recorded: Recorded = new Map()
      answers.set(face, recorded)
      const server = createServer()
      const through = `through the ${face} face`
      describe(through, () =>
        body(recordAnswers(createFaceClient(server, face), recorded, through)),
      )
      consentCode = server.contract.problem('consent_required').code
    }
    it('has the same outcomes on every face', () => {
      const tests = new Set([...answers.values()].flatMap((recorded) => [...recorded.keys()]))
      for (const test of tests) {
        // A test may be skipped on a face.
        const ran = [...answers.values()].flatMap((recorded) => recorded.get(test) ?? [])
        const [reference, ...others] = ran.map(({ outcomes }) =>
          outcomes.map((outcome) => withoutUndefined(withoutJob(withoutWay(outcome, consentCode)))),
        )
        for (const other of others) expect(other, test).toEqual(reference)
      }
    })
  })
}

/** The outcomes of one face, by the test that they belong to. */
type Recorded = Map<string, { readonly outcomes: Outcome[] }>

/** Calls are numbered in each test so that their request ids are the same on every face. */
function recordAnswers<Tools extends readonly AnyTool[], Code extends string>(
  { face, ...client }: FaceClient<Tools, Code>,
  recorded: Recorded,
  through: string,
): FaceClient<Tools, Code> {
  const callByName: FaceClient['callByName'] = async (tool, args, options) => {
    const test = expect.getState().currentTestName?.replace(through, '') ?? ''
    const { outcomes } = recorded.get(test) ?? { outcomes: [] }
    recorded.set(test, { outcomes })
    const id = `call-${outcomes.length + 1}`
    const answer = await client.callByName(tool, args, { id, ...options })
    outcomes.push(answer.outcome)
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

/** Whether an answer came from a job, and from which, depends on how long its face waits. */
const withoutJob = (outcome: Outcome): Outcome => ({
  ...outcome,
  notes: { ...outcome.notes, job: undefined },
})

/** As JSON has it: a member that is undefined on one face alone is noise in a difference. */
const withoutUndefined = (outcome: unknown): unknown => JSON.parse(JSON.stringify(outcome))
