import type {
  Category,
  Context,
  DatachainType,
  ElementFile,
  IconSymbol,
  LocalizedText,
  Manifest,
  Variable,
} from '../model/index.ts'

/** A version as its files tell it, before any rule was asked. */
export interface VersionDraft {
  readonly manifest: Manifest
  readonly datachainType: DatachainType
  readonly categories: readonly Filed<Category>[]
  readonly elements: readonly Filed<ElementFile>[]
  readonly symbols: readonly IconSymbol[]
}

/** What a file holds, and which file that is. */
export interface Filed<T> {
  readonly file: string
  readonly content: T
}

/** Something, and where in a version it stands. */
export interface Placed<T> {
  readonly path: string
  readonly item: T
}

/** A text of a version; a needed one must not be empty. */
export interface PlacedText extends Placed<LocalizedText> {
  readonly isNeeded: boolean
}

/** Every context of a version, of categories and of elements. */
export function* contextsOf({ categories, elements }: VersionDraft): Generator<Placed<Context>> {
  for (const { file, content } of categories)
    if (content.element_context)
      yield { path: `${file}: element_context`, item: content.element_context }
  for (const { file, content } of elements)
    if (content.context) yield { path: `${file}: context`, item: content.context }
}

/** Every variable of a version, with the category that it belongs to. */
export function* variablesOf({
  categories,
}: VersionDraft): Generator<Placed<Variable> & { readonly category: Category }> {
  for (const { file, content: category } of categories) {
    for (const [index, item] of category.element_variables.entries())
      yield { path: `${file}: element_variables[${index}]`, item, category }
  }
}

const needed = new Set(['name', 'title', 'label', 'scenario', 'narrative'])
const neededAtRoot = new Set(['description'])

/** Every text of a version. */
export function* textsOf({
  datachainType,
  categories,
  elements,
}: VersionDraft): Generator<PlacedText> {
  yield* textsIn(datachainType, 'datachain-type.yaml: ', new Set())
  for (const { file, content } of [...categories, ...elements])
    yield* textsIn(content, `${file}: `, neededAtRoot)
}

function* textsIn(
  value: object,
  prefix: string,
  alsoNeeded: ReadonlySet<string>,
): Generator<PlacedText> {
  for (const [name, member] of Object.entries(value)) {
    const path =
      prefix + (Array.isArray(value) ? `[${name}]` : prefix.endsWith(': ') ? name : `.${name}`)
    if (isText(name, member))
      yield { path, item: member, isNeeded: needed.has(name) || alsoNeeded.has(name) }
    else if (typeof member === 'object' && member !== null) yield* textsIn(member, path, new Set())
  }
}

const textNames = new Set([...needed, 'description', 'prompt', 'authoring_guidance', 'guidance'])

/**
 * By name, because an empty text looks like any empty list; by form, because a source has a plain
 * title.
 */
const isText = (name: string, value: unknown): value is LocalizedText =>
  textNames.has(name) && Array.isArray(value)
