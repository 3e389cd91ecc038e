import type { NextStep } from '../outcome/outcome.ts'
import type { InputOf, Schema } from '../schema/schema.ts'

/** The parts of a tool that a step to it is made of. */
export interface StepTarget<Input extends Schema> {
  readonly name: string
  readonly input: Input
}

/**
 * Makes the next step that calls a tool. The arguments are held to the input of the tool; those
 * that are left out are the caller's to fill in.
 *
 * @example
 *   const listNotes = defineTool({
 *     name: 'list_notes',
 *     summary: 'List notes.',
 *     input: z.object({ limit: z.int().default(10) }),
 *     output: z.object({ ids: z.array(z.string()) }),
 *     effect: 'read',
 *     run: () => ok({ ids: [] }),
 *   })
 *   toNextStep(listNotes, { limit: 5 }, 'to see every id').tool // → 'list_notes'
 */
export const toNextStep = <Input extends Schema>(
  { name }: StepTarget<Input>,
  args?: Partial<InputOf<Input>>,
  why?: string,
): NextStep => ({ tool: name, args, why })
