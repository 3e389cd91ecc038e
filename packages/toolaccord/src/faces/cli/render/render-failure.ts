import type { Failure, Problem } from '../../../outcome/outcome.ts'
import type { Colours } from './colours.ts'
import { indent, labelled } from './render-notes.ts'
import { render } from './render.ts'
import { escapeLine } from './terminal-text.ts'

/** How a failure is shown. */
export interface FailureOptions {
  readonly room: number
  readonly colours: Colours
  readonly verbose: boolean
  /** Spells a path as whoever typed the command knows it. */
  readonly toWord: (path: string) => string
}

/** Every problem of a failure, then as much of the answer as there is, for people. */
export function renderFailure({ problems, data }: Failure, options: FailureOptions): string[] {
  const { room, colours } = options
  const partial = render(data, room - indent('').length, colours).map(indent)
  return [
    ...problems.flatMap((problem) => renderProblem(problem, options)),
    ...(partial.length > 0 ? [colours.bold('partial answer:'), ...partial] : []),
  ]
}

function renderProblem(
  { code, message, path, hint, details }: Problem,
  { colours: { red, cyan }, verbose, toWord }: FailureOptions,
): string[] {
  const facts = [
    ...(path === undefined ? [] : labelled('at', toWord(path), cyan)),
    ...(hint === undefined ? [] : labelled('hint', hint, cyan)),
    ...(verbose && details !== undefined ? labelled('details', JSON.stringify(details), cyan) : []),
  ]
  return [...labelled(`error[${escapeLine(code)}]`, message, red), ...facts.map(indent)]
}
