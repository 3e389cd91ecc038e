import type { Report } from '../faults/create-faults.ts'
import { isJsonObject } from '../faults/is-json-object.ts'
import { quote } from '../faults/quote.ts'
import type { Place } from '../faults/to-path.ts'
import type { RuleInput } from './rule.ts'
import { hintFor } from './values/hint-for.ts'
import { isFilled } from './values/is-filled.ts'
import { knownValues } from './values/known-values.ts'

/** Reports what the metadata of a spec lack, and risks that cannot be read. */
export function checkSpecMetadata({ spec, report }: RuleInput): void {
  const metadata = spec.metadata ?? {}
  const { mission, success_criteria: criteria, constraints, risks } = metadata
  if (!isFilled(mission)) {
    report('MISSING_MISSION', ['metadata', 'mission'], 'The spec does not say what it is for.', {
      hint: 'Write one sentence about the goal.',
    })
  }
  if (isEmpty(criteria)) {
    const place = ['metadata', 'success_criteria']
    report('EMPTY_SUCCESS_CRITERIA', place, 'The spec has no success criteria.', {
      hint: 'Write an array of sentences that say when it has reached its goal.',
    })
  }
  if (isEmpty(constraints)) {
    report('EMPTY_CONSTRAINTS', ['metadata', 'constraints'], 'The spec has no constraints.', {
      hint: 'Write an array of sentences that say what must not change.',
    })
  }
  checkPaths(metadata, report)
  if (risks !== undefined) checkRisks(risks, report)
}

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0

function checkPaths(metadata: Readonly<Record<string, unknown>>, report: Report): void {
  if (!isFilled(metadata.plan_path)) {
    const place = ['metadata', 'plan_path']
    report('MISSING_PLAN_PATH', place, 'The spec does not name the plan that it was made from.', {
      hint: 'Write the path of the plan.',
    })
  }
  if (!isFilled(metadata.plan_review_path)) {
    const place = ['metadata', 'plan_review_path']
    report('MISSING_PLAN_REVIEW_PATH', place, 'The spec does not name the review of its plan.', {
      hint: 'Write the path of the review.',
    })
  }
}

function checkRisks(risks: unknown, report: Report): void {
  const place = ['metadata', 'risks']
  if (!Array.isArray(risks)) {
    report('INVALID_RISK_ENTRY', place, `The risks are ${quote(risks)}, and not an array.`, {
      hint: 'Write an array of objects with a description.',
    })
    return
  }
  for (const [at, risk] of risks.entries()) checkRisk(risk, [...place, at], report)
}

function checkRisk(risk: unknown, place: Place, report: Report): void {
  if (!isJsonObject(risk)) {
    report('INVALID_RISK_ENTRY', place, `A risk is ${quote(risk)}, and not an object.`, {
      hint: 'Write an object with a description, a likelihood and an impact.',
    })
    return
  }
  if (!isFilled(risk.description)) {
    const inner = [...place, 'description']
    report('MISSING_RISK_DESCRIPTION', inner, 'A risk has no description.', {
      hint: 'Write what may go wrong.',
    })
  }
  for (const name of ['likelihood', 'impact']) {
    const level = risk[name]
    const isKnown = typeof level === 'string' && knownValues.levels.includes(level)
    if (level === undefined || isKnown) continue
    const message = `The ${name} of a risk is ${quote(level)}.`
    report('INVALID_RISK_FIELD', [...place, name], message, {
      hint: hintFor(level, knownValues.levels),
    })
  }
}
