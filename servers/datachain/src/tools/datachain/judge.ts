import { type NextStep, type Notes, type ProblemInit, type Warning, rejection } from 'toolaccord'
import type { Finding } from '../../findings/finding.ts'
import { isError } from '../../findings/is-error.ts'
import type { SchemaVersion } from '../../model/index.ts'
import type { RuleCode } from '../codes.ts'
import { notesOf } from '../read-version.ts'

const mostProblems = 200

type Code = RuleCode | 'parse_error'

/** The advice for a valid datachain, as data and as notes. */
export interface Judged {
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly path: string
    readonly fix_hint: string
  }[]
  readonly notes: Notes
}

/** Returns the advice among findings; throws a soft failure if some are errors. */
export function judge(findings: readonly Finding[], version: SchemaVersion): Judged {
  const advice = findings.filter((finding) => !isError(finding))
  const warnings = advice.slice(0, mostProblems).map(toWarning)
  const [first, ...others] = findings.filter(isError)
  if (first === undefined)
    return { warnings: advice.map(toData), notes: toNotes(version, warnings) }
  // A soft failure says that there is no advice, too, so that nobody has to look for it elsewhere.
  const notes = { ...notesOf(version), warnings, next: toSteps(findings, version) }
  const listed = [toProblem(first), ...others.slice(0, mostProblems - 1).map(toProblem)] as const
  const areAllListed = others.length < mostProblems
  throw rejection(listed, { notes: areAllListed ? notes : withRest(notes) })
}

/** Who wrote a datachain in another form needs the form of one, which each version has. */
function toSteps(findings: readonly Finding[], { manifest }: SchemaVersion): readonly NextStep[] {
  if (!findings.some(({ code }) => code === 'parse_error')) return []
  const why = 'to see the form, as schema_json.datachain'
  return [{ tool: 'get_schema', args: { version: manifest.version }, why }]
}

function toNotes(version: SchemaVersion, warnings: readonly Warning[]): Notes {
  const notes = notesOf(version)
  return warnings.length === 0 ? notes : { ...notes, warnings }
}

const toData = ({ code, message, path, hint }: Finding) => ({ code, message, path, fix_hint: hint })

/** The cast holds because advice, which has no code of the server, never gets here. */
const toProblem = ({ code, message, path, hint }: Finding): ProblemInit<Code> => ({
  code: code as Code,
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
