import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'
import type { PlanFile, Remark } from '../foreign-plan.ts'
import { planLimits } from '../plan-limits.ts'

/** The files under one path, and nothing outside it. */
export interface PlanFiles {
  /** The name of the file that was asked for; undefined if it is a folder. */
  readonly file?: string | undefined
  /** The last part of the path, for titles. */
  readonly name: string
  /** Names of files and of folders (with a slash at the end) in a folder, in order. */
  readonly list: (folder: string) => Promise<readonly string[]>
  readonly read: (path: string) => Promise<PlanFile>
  /** What was not read, and why. */
  readonly remarks: readonly Remark[]
}

interface Reading {
  readonly root: string
  readonly remarks: Remark[]
  bytes: number
}

/** Opens a file or a folder for reading. Links are not followed, sizes are limited. */
export async function createPlanFiles(path: string): Promise<PlanFiles> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) throw refused(`${basename(path)} is not there.`)
  if (found.isSymbolicLink()) throw refused(`${basename(path)} is a symbolic link.`)
  const whole = await realpath(path)
  const isFolder = found.isDirectory()
  if (!isFolder && !found.isFile()) throw refused(`${basename(path)} is not a file or a folder.`)
  const reading: Reading = { root: isFolder ? whole : dirname(whole), remarks: [], bytes: 0 }
  return {
    file: isFolder ? undefined : basename(whole),
    name: basename(whole),
    list: isFolder ? (folder) => listFolder(folder, reading) : async () => [],
    read: (file) => readFile(file, reading),
    remarks: reading.remarks,
  }
}

const refused = (message: string, hint = 'Give the path of a plan, or of the folder it is in.') =>
  new FoundryError('INVALID_PLAN', message, { path: 'path', hint })

/** The whole path; refused if it would leave the root. */
function inside(path: string, { root }: Reading): string {
  const isSafe = path
    .split('/')
    .every((part) => part !== '..' && !part.includes('\0') && !part.includes('\\'))
  if (!isSafe || path.startsWith('/')) throw refused(`The path "${path}" leaves the folder.`)
  return join(root, path)
}

async function listFolder(folder: string, reading: Reading): Promise<readonly string[]> {
  const entries = await readdir(inside(folder, reading), { withFileTypes: true }).catch(() => [])
  const names: string[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) names.push(`${entry.name}/`)
    else if (entry.isFile()) names.push(entry.name)
    else if (entry.isSymbolicLink() && /\.(?:mdx?|jsonl?|ya?ml)$/.test(entry.name)) {
      const message = 'The file is a symbolic link.'
      reading.remarks.push({ path, message, action: 'It is not followed.' })
    }
  }
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

async function readFile(path: string, reading: Reading): Promise<PlanFile> {
  const flags = constants.O_RDONLY + constants.O_NOFOLLOW
  const handle = await open(inside(path, reading), flags).catch(() => undefined)
  if (handle === undefined) throw refused(`${path} cannot be opened.`)
  try {
    const { size } = await handle.stat()
    reading.bytes += size
    if (size > planLimits.fileBytes) throw tooLarge(path, planLimits.fileBytes)
    if (reading.bytes > planLimits.totalBytes) throw tooLarge('The plan', planLimits.totalBytes)
    const bytes = await handle.readFile()
    return { path, text: decode(bytes, path) }
  } finally {
    await handle.close()
  }
}

const tooLarge = (what: string, limit: number) =>
  refused(`${what} is larger than ${limit / 1024 / 1024} MB.`, 'Import a part of it.')

function decode(bytes: Uint8Array, path: string): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (utf16) throw refused(`${path} is UTF-16.`, 'Write it as UTF-8, then import it again.')
  if (bytes.includes(0)) throw refused(`${path} is a binary file.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused(`${path} is not UTF-8.`, 'Write it as UTF-8, then import it again.')
  }
}
