/**
 * A path whose `:name` parts are all known. One with another name becomes a sentence, to which no
 * path is assignable, so that a compiler shows it.
 */
export type CheckedPath<Path extends string, Known extends string, What extends string> = [
  Exclude<NameIn<Path>, Known>,
] extends [never]
  ? Path
  : `There is no ${What} '${Exclude<NameIn<Path>, Known>}'.`

/** The names in a path; none if it is known only when it runs. */
type NameIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Before<Before<Before<Before<Rest, '/'>, '.'>, '-'>, '~'> | NameIn<Rest>
  : never

/** A string up to a mark. */
type Before<Text extends string, Mark extends string> = Text extends `${infer Head}${Mark}${string}`
  ? Head
  : Text
