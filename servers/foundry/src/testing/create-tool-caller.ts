import type { Outcome, Server } from 'toolaccord'

/** The problem that a call failed with first. */
export type Problem = (Outcome & { readonly ok: false })['problems'][0]

/** A way to call tools by name, for tests that know what comes back. */
export interface ToolCaller {
  outcome(tool: string, args?: object, options?: object): Promise<Outcome>
  /** Returns the data; throws if the call failed. */
  data(tool: string, args?: object, options?: object): Promise<Readonly<Record<string, unknown>>>
  /** Returns the first problem; throws if the call succeeded. */
  problem(tool: string, args?: object, options?: object): Promise<Problem>
}

/** Creates a caller that calls in the process of the test. */
export function createToolCaller(server: Server): ToolCaller {
  const outcome: ToolCaller['outcome'] = (tool, args = {}, options = {}) =>
    server.call(tool, args, options)
  return {
    outcome,
    async data(tool, args, options) {
      const answer = await outcome(tool, args, options)
      if (!answer.ok) throw new Error(`${tool} failed: ${JSON.stringify(answer.problems)}`)
      // The cast says what every tool of the server answers with.
      return answer.data as Readonly<Record<string, unknown>>
    },
    async problem(tool, args, options) {
      const answer = await outcome(tool, args, options)
      if (answer.ok) throw new Error(`${tool} succeeded: ${JSON.stringify(answer.data)}`)
      return answer.problems[0]
    },
  }
}
