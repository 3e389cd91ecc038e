import { lstat, readFile, realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Resource, defineResource } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { ifThere } from '../disk/if-there.ts'
import { DarkroomError } from '../errors/darkroom-error.ts'
import { isPictureName } from '../names/plain-name.ts'

const types: Readonly<Record<string, string>> = { '.jpg': 'image/jpeg', '.png': 'image/png' }
const folders = new Set(['previews', 'exports'])
const mostBytes = 134_217_728

/**
 * Creates the resource of previews and exports, for clients that do not share the disk. Its address
 * has the last three parts of a path in an answer.
 */
export const createPicture = ({ workspaces }: Darkroom): Resource =>
  defineResource({
    uri: 'darkroom://images/{image_id}/{folder}/{file}',
    path: '/images/:image_id/:folder/:file',
    name: 'picture',
    title: 'A preview or an export',
    summary:
      'A picture that render_preview, compare or export_final has made: ' +
      'the folder is previews or exports, the file is the end of the path in the answer.',
    async read({ image_id, folder, file }) {
      const type = types[extname(file)]
      if (type === undefined || !folders.has(folder) || !isPictureName(file)) return undefined
      const workspace = await workspaces.open(image_id).catch(ignoreUnknownImage)
      if (workspace === undefined) return undefined
      const path = await findFile(workspace.folder, folder, file)
      if (path === undefined) return undefined
      return { blob: (await readFile(path)).toString('base64'), mimeType: type }
    },
  })

/** An unknown image has no pictures; any other error is thrown. */
function ignoreUnknownImage(thrown: unknown): undefined {
  if (!(thrown instanceof DarkroomError)) throw thrown
}

/** A workspace may come from another person, so links in it are not followed. */
async function findFile(
  workspace: string,
  folder: string,
  file: string,
): Promise<string | undefined> {
  const path = join(await realpath(workspace), folder, file)
  const found = await ifThere(lstat(path))
  const isPicture = (found?.isFile() ?? false) && (found?.size ?? 0) <= mostBytes
  if (!isPicture || (await realpath(path)) !== path) return undefined
  return path
}
