// How the harness starts a server:
// node servers/<name>.mjs --transport http --port 4000 --tools 10 --output
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    transport: { type: 'string' },
    port: { type: 'string', default: '0' },
    tools: { type: 'string', default: '3' },
    /** Declares output schemas, if that is a choice. */
    output: { type: 'boolean', default: false },
    /** Uses the low-level API, if there are two. */
    low: { type: 'boolean', default: false },
    /** Keeps 2025-era sessions, if that is a choice. */
    sessions: { type: 'boolean', default: false },
    /** The file of recorded answers that the bare server gives. */
    answers: { type: 'string' },
  },
})

export const options = {
  ...values,
  isHttp: values.transport === 'http',
  port: Number(values.port),
  tools: Number(values.tools),
}
