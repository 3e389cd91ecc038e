import { readFile, stat } from 'node:fs/promises'
import type { Call } from 'toolaccord'

/** What clients take in one message without trouble. */
const mostBytes = 4_194_304

/** Shows a picture to the model after the envelope; the other faces have its path. */
export async function attachPicture(path: string, call: Call): Promise<void> {
  if (call.face !== 'mcp') return
  const { size } = await stat(path)
  if (size > mostBytes)
    return call.warn(
      'PICTURE_LEFT_OUT',
      `The picture has ${size} bytes, more than fit into an answer; it is in the file. Ask for a smaller size to see it.`,
    )
  call.attach({
    type: 'image',
    data: (await readFile(path)).toString('base64'),
    mimeType: 'image/jpeg',
  })
}
