import type { LocalizedText } from '../model/index.ts'
import type { PlacedText, VersionDraft } from './version-draft.ts'

const needed: ReadonlySet<string> = new Set(['name', 'title', 'label', 'scenario', 'narrative'])
const neededAtRoot: ReadonlySet<string> = new Set(['description'])
const textNames: ReadonlySet<string> = new Set([
  ...needed,
  'description',
  'prompt',
  'authoring_guidance',
  'guidance',
])

/** Every text of a version. */
export function* textsOf(draft: VersionDraft): Generator<PlacedText> {
  yield* textsIn(draft.datachainType, 'datachain-type.yaml: ', new Set())
  for (const { file, content } of [...draft.categories, ...draft.elements])
    yield* textsIn(content, `${file}: `, neededAtRoot)
}

function* textsIn(
  value: object,
  parent: string,
  alsoNeeded: ReadonlySet<string>,
): Generator<PlacedText> {
  for (const [name, member] of Object.entries(value)) {
    const path = parent + toStep(value, parent, name)
    if (isText(name, member))
      yield { path, item: member, isNeeded: needed.has(name) || alsoNeeded.has(name) }
    else if (typeof member === 'object' && member !== null) yield* textsIn(member, path, new Set())
  }
}

function toStep(value: object, parent: string, name: string): string {
  if (Array.isArray(value)) return `[${name}]`
  return parent.endsWith(': ') ? name : `.${name}`
}

/**
 * By name, because an empty text is an empty array; by form, because the title of a source is
 * plain.
 */
const isText = (name: string, value: unknown): value is LocalizedText =>
  textNames.has(name) && Array.isArray(value)
