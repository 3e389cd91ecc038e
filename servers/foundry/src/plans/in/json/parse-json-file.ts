import { FoundryError } from '../../../errors/foundry-error.ts'
import type { PlanFile } from '../../foreign-plan.ts'

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length

/** Returns the value of a JSON file. Merge markers and broken text are named with their line. */
export function parseJsonFile({ path, text }: PlanFile): unknown {
  const marker = /^(?:<{7}|>{7}) /m.exec(text)
  if (marker) {
    throw new FoundryError(
      'INVALID_PLAN',
      `${path} has merge markers at line ${lineAt(text, marker.index)}.`,
      { path: 'path', hint: 'Resolve the merge in that file, then import it again.' },
    )
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    const position = /position (\d+)/.exec(reason)?.[1]
    const line = position === undefined ? undefined : lineAt(text, Number(position))
    const where = line === undefined ? '' : ` at line ${line}`
    throw new FoundryError('INVALID_PLAN', `${path} is not JSON${where}.`, {
      path: 'path',
      hint: 'The file may be cut off. Write it again with the program it comes from.',
      details: { file: path, line },
    })
  }
}
