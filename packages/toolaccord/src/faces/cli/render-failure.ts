import type { Failure, Problem } from '../../outcome.ts'
import type { Colours } from './colour.ts'
import { render } from './render.ts'
import { indent, labelled } from './render-notes.ts'
import { escapeLine } from './terminal-text.ts'

/** Every problem of a failure, then as much of the answer as there is, for people. */
export function renderFailure({ problems, data }: Failure, room: number, colours: Colours, verbose: boolean): string[] {
  const partial = render(data, room - indent('').length, colours).map(indent)
  return [...problems.flatMap((problem) => renderProblem(problem, colours, verbose)), ...(partial.length > 0 ? [colours.bold('partial answer:'), ...partial] : [])]
}

function renderProblem({ code, message, path, hint, details }: Problem, { red, cyan }: Colours, verbose: boolean): string[] {
  const facts = [
    ...(path === undefined ? [] : labelled('at', path, cyan)),
    ...(hint === undefined ? [] : labelled('hint', hint, cyan)),
    ...(verbose && details !== undefined ? labelled('details', JSON.stringify(details), cyan) : []),
  ]
  return [...labelled(`error[${escapeLine(code)}]`, message, red), ...facts.map(indent)]
}
