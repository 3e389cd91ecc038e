import {
  Asked,
  type Conversation,
  maxRounds,
  tooManyRounds,
} from '../../define/questions/conversation.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Server } from '../../server.ts'
import { answersTo } from './answers-to.ts'
import type { FaceCallOptions } from './face-call-options.ts'
import { capabilitiesOf } from './to-mcp-request.ts'

/** Calls a tool in process, and answers its questions until it has an outcome. */
export async function callInProcess(
  server: Server,
  tool: string,
  args: unknown,
  options: FaceCallOptions,
): Promise<Outcome> {
  if (options.answers === undefined) return server.call(tool, args, options)
  let answers: Conversation['answers'] = {}
  let state: unknown
  for (let round = 0; ; round++) {
    let asked: readonly string[] | undefined
    const conversation: Conversation = {
      answers,
      state,
      capabilities: capabilitiesOf(options),
      ask(questions, next) {
        if (round >= maxRounds) throw tooManyRounds()
        asked = Object.keys(questions)
        state = next
        throw new Asked()
      },
    }
    const outcome = await server.call(tool, args, { ...options, conversation })
    if (asked === undefined) return outcome
    answers = answersTo(asked, options)
  }
}
