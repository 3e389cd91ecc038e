import { type AnyTool, defineTool } from '../define/tool.ts'
import { resultInputSchema, resultOutputSchema } from './result-schemas.ts'
import { resultToolName } from './to-pending.ts'

/** The longest that a timer takes: how long it waits is up to its caller. */
const longestMs = 2_147_483_647

/** Creates the tool that fetches what a job gave; the desk of the server runs it. */
export const createResultTool = (): AnyTool =>
  defineTool({
    name: resultToolName,
    title: 'Fetch the result of a job',
    summary: 'Fetch the answer of a call that takes long, by the job_id that it gave.',
    description:
      'It waits for the end and then gives the answer of that call, as the call would have. ' +
      'If the work still runs, it says how far it is; call it again.',
    effect: 'read',
    input: resultInputSchema,
    output: resultOutputSchema,
    timeoutMs: longestMs,
    rest: { method: 'GET', path: '/jobs/:job_id' },
    cli: { positionals: ['job_id'] },
    run() {
      throw new Error('the desk of the server runs this tool')
    },
  })

/** True if a tool is the one that fetches what a job gave, not one that is named like it. */
export const isResultTool = ({ input }: AnyTool): boolean => input === resultInputSchema
