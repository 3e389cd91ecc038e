// Checked by the compiler alone: nothing in this file runs.
import * as z from 'zod'
import { toNextStep } from '../next/to-next-step.ts'
import { ok } from '../outcome/outcome.ts'
import { defineTool } from './tool.ts'

const shared = {
  summary: 'Do it.',
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
} as const
const listNotes = defineTool({
  ...shared,
  name: 'list_notes',
  input: z.object({ tag: z.string(), limit: z.int().default(20) }),
})
const ping = defineTool({ ...shared, name: 'ping' })

export function argumentsMayBeSome() {
  toNextStep(listNotes)
  toNextStep(listNotes, {})
  toNextStep(listNotes, { limit: 5 }, 'to see some')
  toNextStep(ping)
  toNextStep(ping, {}, 'to see that it is up')
}

export function argumentsAreThoseOfTheTool() {
  // @ts-expect-error There is no such argument.
  toNextStep(listNotes, { limt: 5 })
  // @ts-expect-error The value has another type.
  toNextStep(listNotes, { limit: '5' })
  // @ts-expect-error The tool takes no arguments.
  toNextStep(ping, { limit: 5 })
}
