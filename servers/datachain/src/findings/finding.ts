/** One thing that a rule found: where, what is wrong, and what to do. */
export interface Finding<Code extends string = string> {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Into the document that was checked, such as `elements[0].element_id`. */
  readonly path: string
  readonly hint: string
}

/** What a rule reports beside its code and severity. */
export type Report = Omit<Finding, 'code' | 'severity'>

/** One rule: its code, how much it matters, and every place where its subject breaks it. */
export interface Rule<Subject, Code extends string = string> {
  readonly code: Code
  readonly severity: 'error' | 'warning'
  check(subject: Subject): Iterable<Report>
}

/** Declares a rule that makes a document wrong. */
export const defineRule = <Subject, const Code extends string>(
  code: Code,
  check: Rule<Subject>['check'],
): Rule<Subject, Code> => Object.freeze({ code, severity: 'error', check })

/** Declares a rule that a document may break. */
export const defineAdvice = <Subject, const Code extends string>(
  code: Code,
  check: Rule<Subject>['check'],
): Rule<Subject, Code> => Object.freeze({ code, severity: 'warning', check })

/** What every rule finds, of each so many at most: no rule keeps another from being asked. */
export function runRules<Subject, Code extends string>(
  rules: readonly Rule<Subject, Code>[],
  subject: Subject,
  most = Infinity,
): Finding<Code>[] {
  const findings: Finding<Code>[] = []
  for (const { code, severity, check } of rules) {
    let count = 0
    for (const report of check(subject)) {
      // Rules go on only when asked to, so what is not wanted costs nothing.
      if (++count > most) break
      findings.push({ code, severity, ...report })
    }
  }
  return findings
}

export const isError = ({ severity }: Finding): boolean => severity === 'error'
