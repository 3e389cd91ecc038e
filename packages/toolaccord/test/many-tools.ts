import * as z from 'zod'
import { type AnyTool, defineTool } from '../src/define/tool.ts'
import { ok } from '../src/outcome/outcome.ts'

const verbs = [
  ['get', 'read'],
  ['list', 'read'],
  ['update', 'write'],
  ['delete', 'destroy'],
] as const

/** Makes tools of the usual size; every fourth destroys. */
export const manyTools = (count: number): readonly AnyTool[] =>
  Array.from({ length: count }, (_, at) => {
    const [verb, effect] = verbs[at % verbs.length] ?? verbs[0]
    const thing = `thing${Math.floor(at / verbs.length)}`
    return defineTool({
      name: `${verb}_${thing}`,
      summary: `It can ${verb} a ${thing}.`,
      description: 'Things are kept until they are deleted; every one of them has an id.',
      input: z.object({ id: z.string().describe('The id of the thing'), full: z.boolean() }),
      output: z.object({ id: z.string() }),
      effect,
      run: ({ id }) => ok({ id }),
    })
  })
