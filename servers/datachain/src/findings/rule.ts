import type { Finding, Report } from './finding.ts'

/** One rule: its code, how much it matters, and a check that reports every breach. */
export interface Rule<Subject, Code extends string = string> {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  check(subject: Subject): Iterable<Report>
}

/** Declares a rule whose breach makes a document wrong. */
export const defineRule = <Subject, const Code extends string>(
  code: Code,
  check: Rule<Subject>['check'],
): Rule<Subject, Code> => Object.freeze({ code, severity: 'error', check })

/** Declares a rule that a document may break. */
export const defineAdvice = <Subject, const Code extends string>(
  code: Code,
  check: Rule<Subject>['check'],
): Rule<Subject, Code> => Object.freeze({ code, severity: 'warning', check })

/** Runs every rule on a subject; each gives at most `most` findings. */
export function runRules<Subject, Code extends string>(
  rules: readonly Rule<Subject, Code>[],
  subject: Subject,
  most = Infinity,
): Finding<Code>[] {
  const findings: Finding<Code>[] = []
  for (const { code, severity, check } of rules) {
    let count = 0
    for (const report of check(subject)) {
      // Checks are generators, so findings over the limit are never computed.
      if (++count > most) break
      findings.push({ code, severity, ...report })
    }
  }
  return findings
}
