import { link, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../disk/folders.ts'
import { failedWith, ifThere } from '../../disk/if-there.ts'
import { newPart, sweepParts } from '../../disk/parts.ts'
import type { Darktable } from '../../editing/index.ts'
import type { Workspace } from '../create-workspaces.ts'
import type { RenderWatch } from './create-previews.ts'

/** The snapshot to export, and how. */
export interface ExportRequest extends RenderWatch {
  readonly hash: string
  readonly format: 'jpeg' | 'png'
  /** The most pixels of the longer side; absent for the full size. */
  readonly size?: number | undefined
}

const quality = 95
const extensions = { jpeg: 'jpg', png: 'png' } as const

/** Renders a snapshot in full quality into a new file; an earlier export is never overwritten. */
export async function exportPicture(
  workspace: Workspace,
  darktable: Darktable,
  { hash, format, size, ...watch }: ExportRequest,
): Promise<string> {
  const folder = join(workspace.folder, 'exports')
  const part = newPart(folder)
  await makeFolder(folder)
  await sweepParts(folder)
  try {
    const [original, xmp] = await Promise.all([
      workspace.original(),
      workspace.repository.read(hash),
    ])
    await darktable.render({
      original,
      xmp,
      output: part,
      width: size,
      height: size,
      quality,
      format,
      hq: true,
      ...watch,
    })
    const name = [workspace.id, hash.slice(0, 12)]
    if (size !== undefined) name.push(String(size))
    return await nameFile(part, join(folder, name.join('_')), extensions[format])
  } finally {
    await ifThere(unlink(part))
  }
}

/** Gives a file the first free name. */
async function nameFile(part: string, base: string, extension: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = number === 1 ? `${base}.${extension}` : `${base}-${number}.${extension}`
    try {
      await link(part, path)
      return path
    } catch (thrown) {
      if (!failedWith(thrown, 'EEXIST')) throw thrown
    }
  }
}
