import type { SpecNode } from '../../spec/spec.ts'
import type { Report } from '../faults/create-faults.ts'
import { quote } from '../faults/quote.ts'
import type { RuleInput } from './rule.ts'
import { hintFor } from './values/hint-for.ts'
import { isFilled } from './values/is-filled.ts'
import { knownValues } from './values/known-values.ts'

/** Reports what the metadata of tasks lack, and values that they cannot have. */
export function checkTasks({ spec, report }: RuleInput): void {
  for (const [id, node] of Object.entries(spec.hierarchy)) {
    if (node.type !== 'task') continue
    const category = checkCategory(id, node, report)
    checkDescription(id, node, report)
    checkCriteria(id, node, report)
    checkFilePath(id, node, category, report)
    checkComplexity(id, node, report)
  }
}

const placeOf = (id: string, name: string) => ['hierarchy', id, 'metadata', name]

/** Returns the category as it is meant. */
function checkCategory(id: string, { metadata }: SpecNode, report: Report): string | undefined {
  const place = placeOf(id, 'task_category')
  const { task_category: given } = metadata
  if (given === undefined || given === null || given === '') {
    report('MISSING_TASK_CATEGORY', place, `The task ${quote(id)} has no task_category.`, {
      hint: hintFor(undefined, knownValues.categories),
    })
    return undefined
  }
  const category = typeof given === 'string' ? given.trim().toLowerCase() : undefined
  if (category !== undefined && knownValues.categories.includes(category)) return category
  report('INVALID_TASK_CATEGORY', place, `The task ${quote(id)} is of category ${quote(given)}.`, {
    hint: hintFor(given, knownValues.categories),
  })
  return undefined
}

function checkDescription(id: string, { metadata }: SpecNode, report: Report): void {
  const { description, details } = metadata
  const lines = Array.isArray(details) ? details : [details]
  if (isFilled(description) || lines.some(isFilled)) return
  const place = placeOf(id, 'description')
  report('MISSING_TASK_DESCRIPTION', place, `The task ${quote(id)} has no description.`, {
    hint: 'Write in description, or in details, what is to be done.',
  })
}

function checkCriteria(id: string, { metadata }: SpecNode, report: Report): void {
  const place = placeOf(id, 'acceptance_criteria')
  const hint = 'Write an array of sentences that say when the task is done.'
  const { acceptance_criteria: criteria } = metadata
  const isMissing = criteria === undefined || criteria === null
  if (isMissing || (Array.isArray(criteria) && criteria.length === 0)) {
    const message = `The task ${quote(id)} has no acceptance_criteria.`
    report('MISSING_ACCEPTANCE_CRITERIA', place, message, { hint })
  } else if (!Array.isArray(criteria) || !criteria.every(isFilled)) {
    const message = `The acceptance_criteria of ${quote(id)} are not all strings with text.`
    report('INVALID_ACCEPTANCE_CRITERIA', place, message, { hint })
  }
}

function checkFilePath(
  id: string,
  { metadata }: SpecNode,
  category: string | undefined,
  report: Report,
): void {
  if (category !== 'implementation' && category !== 'refactoring') return
  const { file_path: path, files } = metadata
  if (isFilled(path) || (Array.isArray(files) && files.some(isFilled))) return
  const message = `The task ${quote(id)} is of category ${category} and has no file_path.`
  report('MISSING_FILE_PATH', placeOf(id, 'file_path'), message, {
    hint: 'Write the path of the file that it changes most, from the root of the repository.',
  })
}

function checkComplexity(id: string, { metadata }: SpecNode, report: Report): void {
  const place = placeOf(id, 'complexity')
  const { complexity } = metadata
  if (complexity === undefined || complexity === null || complexity === '') {
    report('MISSING_COMPLEXITY', place, `The task ${quote(id)} has no complexity.`, {
      hint: hintFor(undefined, knownValues.levels),
    })
    return
  }
  if (typeof complexity === 'string' && knownValues.levels.includes(complexity)) return
  const message = `The task ${quote(id)} has the complexity ${quote(complexity)}.`
  report('INVALID_COMPLEXITY', place, message, { hint: hintFor(complexity, knownValues.levels) })
}
