import { readFile, stat } from 'node:fs/promises'
import type { Call } from 'toolaccord'

/** The most bytes that clients accept in one message without trouble. */
const mostBytes = 4_194_304

/** Attaches a picture to the answer on MCP; the other faces have its path. */
export async function attachPicture(path: string, call: Call): Promise<void> {
  if (call.face !== 'mcp') return
  const { size } = await stat(path)
  if (size > mostBytes) {
    const message =
      `The picture has ${size} bytes, too many for an answer; it is in the file. ` +
      'Ask for a smaller size to see it.'
    return call.warn('PICTURE_LEFT_OUT', message)
  }
  const data = (await readFile(path)).toString('base64')
  call.attach({ type: 'image', data, mimeType: 'image/jpeg' })
}
