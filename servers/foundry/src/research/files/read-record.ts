import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type * as z from 'zod'
import { ifThere } from './disk.ts'

/** A file that cannot be used. */
export interface FileFault {
  /** The name of the file, such as `finding-002.json`. */
  readonly file: string
  readonly message: string
}

/** A record, or what is wrong with its file. */
export type ReadRecord<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly message: string }

const mostBytes = 1_000_000

/** Returns the text of a file that has one record. */
export const toJson = (record: unknown): string => `${JSON.stringify(record, null, 2)}\n`

/** Reads a file that may have been edited by hand. Returns undefined if it is not there. */
export async function readRecord<T extends { readonly id: string }>(
  path: string,
  schema: z.ZodType<T>,
  id = basename(path, '.json'),
): Promise<ReadRecord<T> | undefined> {
  const found = await ifThere(stat(path))
  if (found === undefined) return undefined
  if (found.size > mostBytes) return { ok: false, message: `has more than ${mostBytes} bytes` }
  const text = await ifThere(readFile(path, 'utf8'))
  if (text === undefined) return undefined
  const read = schema.safeParse(parse(text))
  if (!read.success) return { ok: false, message: describe(text, read.error) }
  if (read.data.id !== id) return { ok: false, message: 'has the id of another file' }
  return { ok: true, record: read.data }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describe(text: string, { issues }: z.ZodError): string {
  if (/^<{7} /m.test(text)) return 'has merge markers in it'
  const [first] = issues
  const place = first?.path.join('.') ?? ''
  if (place === '') return 'is not a JSON object'
  return `is not valid at ${place}: ${first?.message ?? ''}`
}
