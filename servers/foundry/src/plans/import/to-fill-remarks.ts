import type { Remark } from '../foreign-plan.ts'
import { planLimits } from '../plan-limits.ts'
import type { Fills } from './to-task-metadata.ts'

const names = (ids: readonly string[]) => {
  const shown = ids.slice(0, 10).join(', ')
  return ids.length > 10 ? `${shown} and ${ids.length - 10} more` : shown
}

/** Returns one remark for each thing that was filled in, with the tasks it was filled in for. */
export function toFillRemarks(fills: Fills, path: string): readonly Remark[] {
  const all: readonly (readonly [readonly string[], string, string])[] = [
    [fills.descriptions, 'do not have a description', 'Their titles are their descriptions.'],
    [fills.criteria, 'do not have acceptance criteria', 'They have one that repeats the title.'],
    [
      fills.categories,
      'change files and do not name one',
      'Their task_category is investigation. Add file_path and set it to implementation.',
    ],
    [
      fills.requirements,
      `have more than ${planLimits.requirements} requirements`,
      `The first ${planLimits.requirements} were taken.`,
    ],
    [fills.openParts, 'are done, and some of their parts are not', 'Both states were taken.'],
  ]
  return all
    .filter(([ids]) => ids.length > 0)
    .map(([ids, fault, action]) => ({
      path,
      message: `Tasks that ${fault} (${ids.length}): ${names(ids)}.`,
      action,
    }))
}
