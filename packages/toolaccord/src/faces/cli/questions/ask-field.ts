import { isRecord } from '../../../json/json.ts'
import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { fitsType } from '../../../schema/walk.ts'
import { fromText } from '../../from-texts.ts'
import { escapeLine } from '../render/escape.ts'

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Asks one line on the terminal; undefined if the user gives none. */
export type Prompt = (question: string) => Promise<string | undefined>

/** What became of a field: a value, nothing because it may be empty, or no answer at all. */
export type FieldAnswer = { readonly value: unknown } | 'empty' | 'cancelled'

/** How often a field is asked for: a slip of the finger is not the end. */
const maxTries = 2

/** Asks for one field, and once more if the text does not fit. */
export async function askField(field: Field, prompt: Prompt): Promise<FieldAnswer> {
  let complaint = ''
  for (let tries = 0; tries < maxTries; tries++) {
    const text = await prompt(`${complaint}${toLabel(field)}`)
    if (text === undefined) return 'cancelled'
    const answer = readField(field, text.trim())
    if (answer !== undefined) return answer
    complaint = `It must be ${escapeLine(describeSchema(field.schema))}.\n`
  }
  return 'cancelled'
}

/** Reads the text of a field; undefined if it does not fit. */
function readField({ schema, isRequired }: Field, text: string): FieldAnswer | undefined {
  if (text === '') {
    if (schema.default !== undefined) return { value: schema.default }
    return isRequired ? undefined : 'empty'
  }
  const value = toValue(schema, text)
  return isAcceptable(schema, value) ? { value } : undefined
}

function toValue(schema: JsonSchema, text: string): unknown {
  if (schema.type === 'boolean') return toBoolean(text)
  if (schema.type !== 'array') return toChoice(schema, text) ?? fromText(schema, schema, text)
  const items = isRecord(schema.items) ? schema.items : {}
  return text.split(',').map((one) => toChoice(items, one.trim()) ?? one.trim())
}

function toBoolean(text: string): unknown {
  if (/^(y|yes|true)$/i.test(text)) return true
  if (/^(n|no|false)$/i.test(text)) return false
  return text
}

/** The value of a choice that was given by its value or its title. */
function toChoice(schema: JsonSchema, text: string): string | undefined {
  return choicesOf(schema).find(({ value, title }) => value === text || title === text)?.value
}

function isAcceptable(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(value)) {
    const items = isRecord(schema.items) ? schema.items : {}
    const count = value.length
    if (count < (schema.minItems ?? 0) || count > (schema.maxItems ?? Infinity)) return false
    return value.every((one) => isAcceptable(items, one))
  }
  const choices = choicesOf(schema)
  if (choices.length > 0) return choices.some((choice) => choice.value === value)
  if (!fitsType(schema, value, schema)) return false
  if (typeof value === 'string') return isWithin(value.length, schema.minLength, schema.maxLength)
  if (typeof value === 'number') return isWithin(value, schema.minimum, schema.maximum)
  return true
}

const isWithin = (value: number, least = -Infinity, most = Infinity) =>
  value >= least && value <= most

interface Choice {
  readonly value: string
  readonly title?: string | undefined
}

function choicesOf(schema: JsonSchema): readonly Choice[] {
  const titled = schema.oneOf ?? schema.anyOf
  if (titled !== undefined) {
    return titled.map(({ const: value, title }) => ({ value: String(value), title }))
  }
  return (schema.enum ?? []).map((value) => ({ value: String(value) }))
}

/** Such as `Colour (of the frame), one of red, green [red]: `. */
function toLabel({ name, schema, isRequired }: Field): string {
  const { title = name, description, default: preset } = schema
  const said = description === undefined ? title : `${title} (${description.replace(/\.$/, '')})`
  return escapeLine(`${said}${toChoiceList(schema)}${toDefault(schema, preset, isRequired)}: `)
}

function toChoiceList(schema: JsonSchema): string {
  const choices = choicesOf(isRecord(schema.items) ? schema.items : schema)
  if (choices.length === 0) return ''
  const shown = choices.map(({ value, title }) => (title ? `${value}: ${title}` : value))
  return `, ${schema.type === 'array' ? 'any of' : 'one of'} ${shown.join(', ')}`
}

function toDefault({ type }: JsonSchema, preset: unknown, isRequired: boolean): string {
  if (type === 'boolean') return preset === true ? ' [Y/n]' : ' [y/N]'
  if (preset !== undefined)
    return ` [${Array.isArray(preset) ? preset.join(', ') : String(preset)}]`
  return isRequired ? '' : ' [may be empty]'
}
