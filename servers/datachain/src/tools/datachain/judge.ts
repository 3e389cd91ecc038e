import { type Notes, type ProblemInit, type Warning, rejection } from 'toolaccord'
import type { Finding } from '../../findings/finding.ts'
import { isError } from '../../findings/is-error.ts'
import type { SchemaVersion } from '../../model/index.ts'
import type { RuleCode } from '../codes.ts'
import { notesOf } from '../read-version.ts'

const mostProblems = 200

/** What passed: the findings that are only advice, as data and as notes. */
export interface Judged {
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly path: string
    readonly fix_hint: string
  }[]
  readonly notes: Notes
}

/** Goes on where no finding is an error; else throws the soft failure that names each of them. */
export function judge(findings: readonly Finding[], version: SchemaVersion): Judged {
  const advice = findings.filter((finding) => !isError(finding))
  const notes = {
    ...notesOf(version),
    ...(advice.length > 0 && { warnings: advice.slice(0, mostProblems).map(toWarning) }),
  }
  const [first, ...others] = findings.filter(isError)
  if (first !== undefined)
    throw rejection([toProblem(first), ...others.slice(0, mostProblems - 1).map(toProblem)], {
      notes: others.length < mostProblems ? notes : withRest(notes),
    })
  return {
    warnings: advice.map(({ code, message, path, hint }) => ({
      code,
      message,
      path,
      fix_hint: hint,
    })),
    notes,
  }
}

/** Rules that are advice never get here, so every code is one of the server's. */
const toProblem = ({ code, message, path, hint }: Finding): ProblemInit<RuleCode> => ({
  code: code as RuleCode,
  message,
  path,
  hint,
})

const toWarning = ({ code, message, path, hint }: Finding): Warning => ({
  code,
  severity: 'warning',
  message,
  context: { path, fix_hint: hint },
})

const rest: Warning = {
  code: 'MORE_FINDINGS',
  severity: 'warning',
  message: 'There are more findings than are listed; correct these first.',
}

const withRest = (notes: Notes): Notes => ({
  ...notes,
  warnings: [...(notes.warnings ?? []), rest],
})
