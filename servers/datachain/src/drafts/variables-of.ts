import type { Category, Variable } from '../model/index.ts'
import type { Placed, VersionDraft } from './version-draft.ts'

/** A variable, with the category that it belongs to. */
export interface PlacedVariable extends Placed<Variable> {
  readonly category: Category
}

/** Every variable of a version. */
export function* variablesOf({ categories }: VersionDraft): Generator<PlacedVariable> {
  for (const { file, content: category } of categories) {
    for (const [index, item] of category.element_variables.entries())
      yield { path: `${file}: element_variables[${index}]`, item, category }
  }
}
