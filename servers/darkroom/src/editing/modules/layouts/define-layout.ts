/** The encoding of one field of a module's parameters; all are little endian. */
export type FieldType = 'f32' | 'i32' | 'text'

/** One field of a module's parameters. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly offset: number
  /** In bytes. */
  readonly size: number
  readonly initial: number | string
  /** The value at which the field does nothing; absent if there is no such value. */
  readonly neutral?: number | undefined
}

/** The colours in which a module's pixels are blended. */
export type BlendSpace = 'rgb' | 'lab' | 'raw' | 'none'

/** The parameters of one version of a module, field by field. */
export interface Layout {
  readonly operation: string
  readonly modversion: number
  readonly size: number
  readonly fields: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  /** With `none` the module takes no mask and no opacity. */
  readonly blendSpace: BlendSpace
  /** True if darktable runs only one instance of the module. */
  readonly once: boolean
}

/** The blend space of a module, and if it runs only once. */
export interface LayoutOptions {
  readonly blendSpace?: BlendSpace | undefined
  readonly once?: boolean | undefined
}

/** A field without its offset. */
export type FieldDraft = Omit<Field, 'offset'>

/** Declares a 32-bit float. */
export const f32 = (name: string, initial: number, neutral?: number): FieldDraft => ({
  name,
  type: 'f32',
  size: 4,
  initial,
  neutral,
})

/** Declares a 32-bit integer: an enumeration, a flag or a count. */
export const i32 = (name: string, initial: number): FieldDraft => ({
  name,
  type: 'i32',
  size: 4,
  initial,
})

/** Declares a zero-terminated string of a fixed size. */
export const text = (name: string, size: number): FieldDraft => ({
  name,
  type: 'text',
  size,
  initial: '',
})

/** Declares an array of floats, named `name[0]`, `name[1]`, … */
export const floats = (
  name: string,
  initials: readonly number[],
  neutrals?: readonly number[],
): readonly FieldDraft[] =>
  initials.map((initial, index) => f32(`${name}[${index}]`, initial, neutrals?.[index]))

/** The number of the curve type that does not overshoot its nodes. */
export const monotone = 2

const mostNodes = 20

/**
 * Declares a curve, named `name[0].x`, `name[0].y`, … The curve does nothing while its nodes have
 * these heights.
 */
export function curve(
  name: string,
  nodes: readonly (readonly [x: number, y: number])[],
): readonly FieldDraft[] {
  return Array.from({ length: mostNodes }, (_, index) => {
    const node = nodes[index]
    const [x, y] = node ?? [0, 0]
    return [f32(`${name}[${index}].x`, x), f32(`${name}[${index}].y`, y, node?.[1])]
  }).flat()
}

/** Declares a layout; the fields follow each other without gaps. */
export function defineLayout(
  operation: string,
  modversion: number,
  { blendSpace = 'rgb', once = false }: LayoutOptions,
  drafts: readonly FieldDraft[],
): Layout {
  let size = 0
  const fields = drafts.map((draft) => {
    const field: Field = Object.freeze({ ...draft, offset: size })
    size += draft.size
    return field
  })
  const byName = new Map(fields.map((field) => [field.name, field]))
  return Object.freeze({
    operation,
    modversion,
    size,
    fields: Object.freeze(fields),
    byName,
    blendSpace,
    once,
  })
}
