import { isRecord } from '../../json/json.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { literalArgument } from '../../policies/consent/literal.ts'
import type { Server } from '../../server.ts'

/** Calls a tool of a server through a face. */
type CallFace<Options, Answer> = (
  server: Server,
  tool: string,
  args: unknown,
  options: Options,
) => Promise<Answer>

/** Calls again for a user who agrees, with what a caller that cannot be asked is told to add. */
export function withAgreement<
  Options extends { readonly consent?: 'granted' | undefined },
  Answer extends { readonly outcome: Outcome },
>(call: CallFace<Options, Answer>): CallFace<Options, Answer> {
  return async (server, tool, args, options) => {
    const answer = await call(server, tool, args, options)
    const { outcome } = answer
    if (options.consent === undefined || outcome.ok || !isRecord(args)) return answer
    const agreed = outcome.problems[0].details?.[literalArgument]
    if (agreed === undefined) return answer
    return call(server, tool, { ...args, [literalArgument]: agreed }, options)
  }
}
