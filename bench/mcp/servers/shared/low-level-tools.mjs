// The two handlers of the official SDKs' low-level servers.
import { compileTools } from './compiled-tools.mjs'
import { toResult } from './envelope.mjs'
import { options } from './options.mjs'

const tools = compileTools(options.tools)
const listings = [...tools.values()].map(({ listing }) => listing)

export const listTools = () => ({ tools: listings })
export const callTool = ({ params }) =>
  toResult(tools.get(params.name).call(params.arguments ?? {}))
