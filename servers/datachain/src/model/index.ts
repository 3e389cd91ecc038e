import * as z from 'zod'

/** A parsed value as everyone but its parser sees it: nothing in it may be changed. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T

/** Half of a surrogate pair has no UTF-8, so a text with one has no hash. */
function whole<Text extends z.ZodType<string>>(text: Text): Text {
  // The cast tells of a method that Node has and the compiler's library does not.
  return text.refine(
    (value) => (value as string & { isWellFormed(): boolean }).isWellFormed(),
    'It holds half of a surrogate pair: write the whole character.',
  )
}

// Limits: what is written by hand stays far below them, and no list is without one.
const prose = whole(z.string().max(8_000))
const line = whole(z.string().min(1).max(500))
const name = whole(z.string().min(1).max(128))
const key = whole(z.string().max(128))
const listOf = <Item extends z.ZodType>(item: Item, most = 200) => z.array(item).max(most)

/** Letters, digits, `_` and `-`: safe in a path, an attribute and a file name. */
export const Id = z
  .string()
  .regex(/^[\w-]+$/, 'letters, digits, _ and - only')
  .max(128)

/** A language tag, such as `en` or `pt-BR`. */
export const Locale = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')
  .max(35)

/**
 * A version name, such as `ai@2026-04-16` or `ai@2026-04-16-beta`; whether the day exists is asked
 * where it is read.
 */
export const VersionName = z
  .string()
  .regex(/^[\w-]+@\d{4}-\d{2}-\d{2}(-beta)?$/, 'type@YYYY-MM-DD, with -beta where it is one')
  .max(160)

const Timestamp = z.iso.datetime({ offset: true })
const Web = whole(z.url({ protocol: /^https?$/, error: 'an http or https address' }).max(2_000))

/** One text in one language. */
export const LocalizedValue = z.strictObject({ locale: Locale, value: prose })

/** A text, once per language. */
export const LocalizedText = listOf(LocalizedValue, 50)

/** Where something was taken from. */
export const SourceRef = z.strictObject({
  type: z.enum([
    'ai_register',
    'model_card',
    'policy_document',
    'api_documentation',
    'framework',
    'standard',
    'regulation',
    'research_paper',
    'prior_art',
    'internal_memo',
    'other',
  ]),
  title: line,
  url: Web.optional(),
  citation: prose.optional(),
})

/** How something is used: what happens, and how a person would tell it. */
export const Example = z.strictObject({ scenario: LocalizedText, narrative: LocalizedText })

const explained = {
  authoring_guidance: LocalizedText.default([]),
  examples: listOf(Example).default([]),
  sources: listOf(SourceRef).default([]),
}

/** What is known about a version as a whole. */
export const Manifest = z.strictObject({
  version: VersionName,
  status: z.enum(['beta', 'stable']),
  created_at: Timestamp,
  notes: prose.default(''),
  content_hash: z
    .string()
    .regex(/^sha256-[0-9a-f]{64}$/, 'sha256- and 64 hex digits')
    .optional(),
  locales: listOf(Locale, 50).min(1),
})

/** A part of a datachain that may occur several times, such as one flow of data. */
export const Subchain = z.strictObject({ id: Id, name: LocalizedText, categories: listOf(Id) })

/** A kind of system that datachains describe. */
export const DatachainType = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  /** In the order in which they are shown. */
  categories: listOf(Id).min(1),
  subchains: listOf(Subchain).default([]),
  locales: listOf(Locale, 50).min(1),
  sources: listOf(SourceRef).default([]),
})

/** One choice of a context; a colour fills the icon, null makes a plain tag. */
export const ContextValue = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  color: whole(z.string().max(32)).nullable().default(null),
})

/** What can be said about a placement in one word, such as who decides. */
export const Context = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  values: listOf(ContextValue).min(1),
})

/** One option of a variable that is chosen from a list. */
export const VariableOption = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText.default([]),
  /** Element ids. */
  applies_to: listOf(Id).min(1),
  guidance: LocalizedText.default([]),
  examples: listOf(Example).default([]),
  sources: listOf(SourceRef).default([]),
})

/** What a placement must or may tell beside its element. */
export const Variable = z.strictObject({
  id: Id,
  label: LocalizedText,
  required: z.boolean().default(false),
  kind: z.enum(['localized_text', 'multi_select_enum']).default('localized_text'),
  /** Empty unless the kind is multi_select_enum. */
  options: listOf(VariableOption).default([]),
  sources: listOf(SourceRef).default([]),
})

/** The outline of the icons of a category. */
export const Shape = z.enum(['hexagon', 'circle', 'rounded-square', 'octagon'])

/** A question that a datachain answers. */
export const Category = z.strictObject({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  prompt: LocalizedText.default([]),
  ...explained,
  required: z.boolean(),
  order: z.int().min(0),
  datachain_type: Id,
  shape: Shape,
  element_variables: listOf(Variable).default([]),
  element_context: Context.optional(),
})

const written = {
  id: Id,
  category_id: Id,
  title: LocalizedText,
  /** Texts may hold `{{variable}}`. */
  description: LocalizedText,
  ...explained,
  /** Takes the place of the category's context. */
  context: Context.optional(),
}

/** A possible answer, as it is written in its file. */
export const ElementFile = z.strictObject({ ...written, symbol_id: Id })

const materialised = {
  variables: listOf(Variable).default([]),
  icon_variants: listOf(whole(z.string().max(160)), 500).default([]),
}

/** A possible answer, with what it has from its category. */
export const Element = z.strictObject({ ...ElementFile.shape, ...materialised, shape: Shape })

/** An element that an AI proposes and no version has; it may have no symbol yet. */
export const SuggestedElement = z.strictObject({
  ...written,
  ...materialised,
  symbol_id: Id.optional(),
  shape: Shape.optional(),
})

/** The value of a variable: texts, or the ids of chosen options. */
export const VariableValue = z.strictObject({
  id: Id,
  value: z.union([LocalizedText, listOf(name)], {
    error: 'a list of {locale, value}, or a list of option ids',
  }),
})

/** Something a reader can do; the target is an address, a number or, for postal, free text. */
export const Action = z.strictObject({
  type: z.enum(['email', 'url', 'phone', 'form', 'postal']),
  label: LocalizedText,
  target: whole(z.string().min(1).max(2_000)),
})

/** One element put into a datachain. */
export const Placement = z.strictObject({
  element_id: name,
  /** 0 comes first. */
  priority: z.int().default(0),
  /** The id of a context value. */
  context_type_id: name.optional(),
  variables: listOf(VariableValue).default([]),
  subchain_instance_id: name.optional(),
  element_instance_id: Id.optional(),
  actions: listOf(Action, 50).default([]),
  sources: listOf(SourceRef).default([]),
})

/** One occurrence of a subchain; heads are element ids or element instance ids. */
export const SubchainInstance = z.strictObject({
  id: Id,
  subchain_id: name,
  head_refs: listOf(name).default([]),
  order: z.int().min(0).optional(),
})

/** Why an AI chose an element, and what it read that in. */
export const ElementProvenance = z.strictObject({
  rationale: prose.optional(),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  source_references: listOf(
    z.strictObject({ quote: prose.min(1), context: prose.optional() }),
  ).default([]),
  /** By variable id. */
  variable_rationale: z.record(key, prose).default({}),
})

/** Who wrote a datachain. */
export const AuthoringProvenance = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('human') }),
  z.strictObject({
    kind: z.literal('ai_generated'),
    model: line.optional(),
    generated_at: Timestamp.optional(),
    /** By element instance id, or by the id of an element that is placed once. */
    element_provenance: z.record(key, ElementProvenance).default({}),
  }),
])

/** A system, described: which elements hold for it, and what more there is to say. */
export const Datachain = z.strictObject({
  id: line,
  schema_version: VersionName,
  title: LocalizedText.default([]),
  description: LocalizedText.default([]),
  created_at: Timestamp,
  updated_at: Timestamp.optional(),
  instance_version: line.optional(),
  elements: listOf(Placement, 500).min(1),
  subchain_instances: listOf(SubchainInstance).default([]),
  sources: listOf(SourceRef).default([]),
  linked_instance_ids: listOf(whole(z.string().min(1).max(200))).default([]),
  authoring_provenance: AuthoringProvenance.optional(),
})

/** The part of a version that a datachain needs to be read without it. */
export const SchemaSnapshot = z.strictObject({
  datachain_type: DatachainType,
  categories: listOf(Category),
  elements: listOf(Element, 500),
})

/** A datachain that carries what it refers to. */
export const ResolvedDatachain = z.strictObject({
  ...Datachain.shape,
  schema_snapshot: SchemaSnapshot,
  suggested_elements: listOf(SuggestedElement).default([]),
})

export type LocalizedText = Frozen<z.infer<typeof LocalizedText>>
export type SourceRef = Frozen<z.infer<typeof SourceRef>>
export type Example = Frozen<z.infer<typeof Example>>
export type Manifest = Frozen<z.infer<typeof Manifest>>
export type Subchain = Frozen<z.infer<typeof Subchain>>
export type DatachainType = Frozen<z.infer<typeof DatachainType>>
export type ContextValue = Frozen<z.infer<typeof ContextValue>>
export type Context = Frozen<z.infer<typeof Context>>
export type VariableOption = Frozen<z.infer<typeof VariableOption>>
export type Variable = Frozen<z.infer<typeof Variable>>
export type Shape = z.infer<typeof Shape>
export type Category = Frozen<z.infer<typeof Category>>
export type ElementFile = Frozen<z.infer<typeof ElementFile>>
export type Element = Frozen<z.infer<typeof Element>>
export type SuggestedElement = Frozen<z.infer<typeof SuggestedElement>>
export type VariableValue = Frozen<z.infer<typeof VariableValue>>
export type Action = Frozen<z.infer<typeof Action>>
export type Placement = Frozen<z.infer<typeof Placement>>
export type SubchainInstance = Frozen<z.infer<typeof SubchainInstance>>
export type ElementProvenance = Frozen<z.infer<typeof ElementProvenance>>
export type AuthoringProvenance = Frozen<z.infer<typeof AuthoringProvenance>>
export type Datachain = Frozen<z.infer<typeof Datachain>>
export type SchemaSnapshot = Frozen<z.infer<typeof SchemaSnapshot>>
export type ResolvedDatachain = Frozen<z.infer<typeof ResolvedDatachain>>

/** A drawing in a 36 × 36 box, in `currentColor`: the whole text of its file. */
export interface IconSymbol {
  readonly id: string
  readonly svg: string
}

/** A version as it is served: complete, checked and indexed. */
export interface SchemaVersion {
  readonly manifest: Manifest & { readonly content_hash: string }
  readonly datachainType: DatachainType
  /** In the order of the datachain type. */
  readonly categories: readonly Category[]
  /** By category, then by id. */
  readonly elements: readonly Element[]
  readonly symbols: ReadonlyMap<string, IconSymbol>
  readonly categoryById: ReadonlyMap<string, Category>
  readonly elementById: ReadonlyMap<string, Element>
}
