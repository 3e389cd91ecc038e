import { Buffer } from 'node:buffer'
import { EditError } from '../state/edit-error.ts'
import type { Field, Layout } from './layouts/define-layout.ts'
import { shortestFloat } from './shortest-float.ts'

/** The values of fields by name. */
export type FieldValues = Readonly<Record<string, number | string>>

/** Encodes a layout's initial values as lowercase hex, with these values put in. */
export const encodeParams = (layout: Layout, values: FieldValues): string =>
  patchParams(layout, initialParams(layout), values)

/** Decodes every field by name; throws if the parameters are not as long as the layout. */
export function decodeParams(layout: Layout, params: string): FieldValues {
  const bytes = toBytes(layout, params)
  return Object.fromEntries(layout.fields.map((field) => [field.name, readField(bytes, field)]))
}

/** Returns the parameters with some fields overwritten. */
export function patchParams(layout: Layout, params: string, values: FieldValues): string {
  const bytes = toBytes(layout, params)
  for (const [name, value] of Object.entries(values)) {
    const field = layout.byName.get(name)
    if (field === undefined)
      throw new EditError(
        'invalid_input',
        `The module '${layout.operation}' has no field '${name}'.`,
      )
    writeField(bytes, field, value)
  }
  return bytes.toString('hex')
}

function initialParams(layout: Layout): string {
  const bytes = Buffer.alloc(layout.size)
  for (const field of layout.fields) writeField(bytes, field, field.initial)
  return bytes.toString('hex')
}

function toBytes({ operation, modversion, size }: Layout, params: string): Buffer {
  if (params.length === size * 2) return Buffer.from(params, 'hex')
  throw new EditError(
    'state',
    `The parameters of '${operation}' are ${params.length / 2} bytes long; ` +
      `version ${modversion} has ${size}.`,
    {
      hint:
        'The sidecar is damaged or from another version of darktable. ' +
        'Remove the module, then apply it again.',
    },
  )
}

function readField(bytes: Buffer, { type, offset, size }: Field): number | string {
  if (type === 'i32') return bytes.readInt32LE(offset)
  if (type === 'f32') return shortestFloat(bytes.readFloatLE(offset))
  const [text = ''] = bytes.toString('utf8', offset, offset + size).split('\0')
  return text
}

function writeField(
  bytes: Buffer,
  { name, type, offset, size }: Field,
  value: number | string,
): void {
  const wanted = type === 'text' ? 'string' : 'number'
  if (typeof value !== wanted)
    throw new EditError('invalid_input', `The field '${name}' takes a ${wanted}.`)
  if (typeof value === 'string') {
    // The last byte stays zero: it ends the string.
    bytes.fill(0, offset, offset + size).write(value, offset, size - 1, 'utf8')
    return
  }
  if (type === 'f32') bytes.writeFloatLE(value, offset)
  else bytes.writeInt32LE(Math.round(value), offset)
}
