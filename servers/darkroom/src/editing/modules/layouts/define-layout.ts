/** How one field of a module's parameters is stored; all little endian. */
export type FieldType = 'f32' | 'i32' | 'text'

/** One field of a module's parameters. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly offset: number
  /** In bytes. */
  readonly size: number
  readonly initial: number | string
  /** The value at which the field does nothing; absent where there is no such value. */
  readonly neutral?: number
}

/** In which form a module's pixels are blended. */
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
  /** Whether darktable runs the module once only. */
  readonly once: boolean
}

/** A field before it has a place. */
export type FieldDraft = Omit<Field, 'offset'>

/** A 32-bit float. */
export const f32 = (name: string, initial: number, neutral?: number): FieldDraft => ({
  name,
  type: 'f32',
  size: 4,
  initial,
  ...(neutral !== undefined && { neutral }),
})

/** A 32-bit integer: an enumeration, a flag, a count. */
export const i32 = (name: string, initial: number): FieldDraft => ({
  name,
  type: 'i32',
  size: 4,
  initial,
})

/** A zero-terminated text in a fixed space. */
export const text = (name: string, size: number): FieldDraft => ({
  name,
  type: 'text',
  size,
  initial: '',
})

/** An array of floats, as `name[0]`, `name[1]`, … */
export const floats = (
  name: string,
  initials: readonly number[],
  neutrals?: readonly number[],
): readonly FieldDraft[] =>
  initials.map((initial, index) => f32(`${name}[${index}]`, initial, neutrals?.[index]))

/** The number of the curves that do not swing past their nodes. */
export const monotone = 2

const mostNodes = 20

/**
 * A curve, as `name[0].x`, `name[0].y`, …; it does nothing while its first nodes are as high as
 * here.
 */
export const curve = (
  name: string,
  nodes: readonly (readonly [x: number, y: number])[],
): readonly FieldDraft[] =>
  Array.from({ length: mostNodes }, (_, index) => {
    const [x, y] = nodes[index] ?? [0, 0]
    return [
      f32(`${name}[${index}].x`, x),
      f32(`${name}[${index}].y`, y, index < nodes.length ? y : undefined),
    ]
  }).flat()

/** Declares a layout; the fields follow each other without gaps. */
export function defineLayout(
  operation: string,
  modversion: number,
  {
    blendSpace = 'rgb',
    once = false,
  }: { readonly blendSpace?: BlendSpace; readonly once?: boolean },
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
