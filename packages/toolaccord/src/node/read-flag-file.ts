import { createReadStream } from 'node:fs'
import { type FlagOverrides, readFlagOverrides } from '../flags/flag-overrides.ts'

/** The largest file of overrides that is read. */
const maxBytes = 1_048_576

/**
 * The flag overrides of a JSON file; throws when it is not there, too large, or says what cannot be
 * understood.
 */
export async function readFlagFile(path: string): Promise<FlagOverrides> {
  const overrides: unknown = parse(await readText(path), path)
  readFlagOverrides(overrides, `The flag file ${path}`)
  // The cast says what readFlagOverrides has checked.
  return overrides as FlagOverrides
}

/** Reads one byte more than is allowed at most, whatever size the file says it has. */
async function readText(path: string): Promise<string> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of createReadStream(path, { end: maxBytes })) chunks.push(chunk)
  } catch (cause) {
    throw new Error(
      `The flag file ${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.length > maxBytes)
    throw new RangeError(`The flag file ${path} is larger than ${maxBytes} bytes.`)
  return new TextDecoder().decode(bytes)
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError(`The flag file ${path} is not JSON.`, { cause })
  }
}
