import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server as SdkServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Prompt } from '../../../define/prompt.ts'
import { clip, compact } from '../../../json/json.ts'
import { nearest } from '../../../names/nearest.ts'
import type { Server } from '../../../server.ts'
import { isShownTo } from '../../create-views.ts'
import { toCaller } from './caller.ts'
import type { Asker } from './create-asker.ts'

/** Lets an SDK server answer for the prompts of a server. */
export function addPrompts(sdk: SdkServer, server: Server, ask: Asker): void {
  const prompts = new Map(server.prompts().map((prompt) => [prompt.name, prompt]))
  if (prompts.size === 0) return
  const shownTo = ({ http }: ServerContext): readonly Prompt[] => {
    const caller = toCaller(http?.authInfo)
    return [...prompts.values()].filter((prompt) => isShownTo(prompt, caller))
  }
  sdk.setRequestHandler('prompts/list', (_, context) => ({
    prompts: shownTo(context).map(toDefinition),
  }))
  sdk.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: args = {} } = params
    const prompt = prompts.get(name)
    if (prompt === undefined) throw unknownPrompt(name, shownTo(context), server)
    const missing = findMissing(prompt, args)
    if (missing !== undefined) {
      throw invalidParams(`The prompt '${name}' needs the argument '${missing}'.`)
    }
    const asking = await ask(context, `prompt ${name}`, prompt, args)
    if ('asked' in asking) return asking.asked
    // The cast names what prompts give, mutable as the SDK has it; it only serialises them.
    const messages = asking.data as GetPromptResult['messages']
    return { description: prompt.summary, messages }
  })
}

/** The first required argument that was not given. */
function findMissing(prompt: Prompt, args: Readonly<Record<string, string>>): string | undefined {
  const required = Object.entries(prompt.arguments ?? {}).filter(([, facts]) => facts.required)
  return required.map(([name]) => name).find((name) => args[name] === undefined)
}

const toDefinition = ({ name, title, summary, arguments: args = {} }: Prompt) =>
  compact({ name, title, description: summary, arguments: toArguments(args) })

const toArguments = (args: NonNullable<Prompt['arguments']>) =>
  Object.entries(args).map(([name, { summary, required = false }]) =>
    compact({ name, description: summary, required }),
  )

/** How many names a hint lists. */
const maxNames = 20

function unknownPrompt(name: string, shown: readonly Prompt[], server: Server): ProtocolError {
  const names = shown.map((prompt) => prompt.name)
  const meant = nearest(name, names)
  const known = `Known prompts: ${names.slice(0, maxNames).join(', ')}.`
  const hint = meant === undefined ? known : `Did you mean '${meant}'?`
  const [{ code }] = server.refuse('not_found').problems
  return invalidParams(`There is no prompt '${clip(name)}'. ${hint}`, { code, hint })
}

const invalidParams = (message: string, data?: unknown) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
