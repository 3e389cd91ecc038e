import { readFile } from 'node:fs/promises'

/**
 * Returns when a process was started, in the clock ticks of its system; null if that is not told.
 * Together with its id it names a process for good.
 */
export async function processStart(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in parentheses and may have spaces; 22 is the number of the field.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[22 - 3] ?? null
  } catch {
    return null
  }
}
