import type { Context } from '../model/index.ts'
import type { Placed, VersionDraft } from './version-draft.ts'

/** Every context of a version, of categories and of elements. */
export function* contextsOf({ categories, elements }: VersionDraft): Generator<Placed<Context>> {
  for (const { file, content } of categories)
    if (content.element_context)
      yield { path: `${file}: element_context`, item: content.element_context }
  for (const { file, content } of elements)
    if (content.context) yield { path: `${file}: context`, item: content.context }
}
