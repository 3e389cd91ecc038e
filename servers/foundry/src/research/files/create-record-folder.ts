import { join } from 'node:path'
import type * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { namesIn, onDisk, replaceFile, writeNewFile } from './disk.ts'
import { type FileFault, readRecord, toJson } from './read-record.ts'

/** What a folder has: the records that can be read, and the files that cannot. */
export interface Records<T> {
  readonly records: readonly T[]
  readonly faults: readonly FileFault[]
}

/** Records of one kind, each in a file of its own, so that no writer loses what another adds. */
export interface RecordFolder<T extends { readonly id: string }> {
  /** Gives the record the next free id and writes it. */
  add(record: Omit<T, 'id'>): Promise<T>
  replace(record: T): Promise<void>
  /** Returns all records in the order of their ids. */
  all(): Promise<Records<T>>
  count(): Promise<number>
}

/** Which records a folder has. */
export interface RecordFolderInit<T> {
  readonly folder: string
  /** The beginning of the ids, such as `finding`. */
  readonly prefix: string
  /** How many there may be. */
  readonly most: number
  readonly schema: z.ZodType<T>
  /** The folder for files that are being written, on the same disk. */
  readonly drafts: string
}

/** Creates the access to a folder of records, which need not be there yet. */
export function createRecordFolder<T extends { readonly id: string }>({
  folder,
  prefix,
  most,
  schema,
  drafts,
}: RecordFolderInit<T>): RecordFolder<T> {
  const form = new RegExp(`^${prefix}-(\\d{3})\\.json$`)
  const pathOf = (id: string) => join(folder, `${id}.json`)
  const files = async () => (await namesIn(folder)).filter((name) => form.test(name)).toSorted()

  /** Another process may take the same number first; then the next one is tried. */
  async function add(record: Omit<T, 'id'>): Promise<T> {
    const last = (await files()).at(-1)
    const lastNumber = Number(form.exec(last ?? '')?.[1] ?? 0)
    for (let number = lastNumber + 1; number <= most; number++) {
      const id = `${prefix}-${String(number).padStart(3, '0')}`
      // The cast holds because a record is its id and its other properties.
      const whole = { id, ...record } as unknown as T
      if (await writeNewFile(pathOf(id), toJson(whole), drafts)) return whole
    }
    throw new FoundryError('VALIDATION_ERROR', `The question has ${most} ${prefix}s.`, {
      hint: 'That is the most. Start another question with research_start.',
      details: { limit: most },
    })
  }

  async function all(): Promise<Records<T>> {
    const records: T[] = []
    const faults: FileFault[] = []
    for (const name of await files()) {
      const read = await readRecord(join(folder, name), schema)
      if (read?.ok === true) records.push(read.record)
      else if (read !== undefined) faults.push({ file: name, message: read.message })
    }
    return { records, faults }
  }

  return {
    add: (record) => onDisk(() => add(record)),
    replace: (record) => onDisk(() => replaceFile(pathOf(record.id), toJson(record), drafts)),
    all: () => onDisk(all),
    count: () => onDisk(async () => (await files()).length),
  }
}
