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
 * Previews and exports for clients that do not share the disk; the last three parts of a path in an
 * answer name one.
 */
export const createPicture = ({ workspaces }: Darkroom): Resource =>
  defineResource({
    uri: 'darkroom://images/{image_id}/{folder}/{file}',
    path: '/images/:image_id/:folder/:file',
    name: 'picture',
    title: 'A preview or an export',
    summary:
      'A picture that render_preview, compare or export_final has made: its folder is previews or exports, its file the end of the path in the answer.',
    async read({ image_id, folder, file }) {
      const type = types[extname(file)]
      if (type === undefined || !folders.has(folder) || !isPictureName(file)) return undefined
      const workspace = await workspaces.open(image_id).catch(toNone)
      const path = workspace && (await findFile(workspace.folder, folder, file))
      return path === undefined
        ? undefined
        : { blob: (await readFile(path)).toString('base64'), mimeType: type }
    },
  })

/** What names no image has no pictures; anything else went wrong. */
function toNone(thrown: unknown): undefined {
  if (!(thrown instanceof DarkroomError)) throw thrown
}

/** A workspace may come from somebody else, so a link in it leads nowhere. */
async function findFile(
  workspace: string,
  folder: string,
  file: string,
): Promise<string | undefined> {
  const path = join(await realpath(workspace), folder, file)
  const found = await ifThere(lstat(path))
  return found?.isFile() && found.size <= mostBytes && (await realpath(path)) === path
    ? path
    : undefined
}
