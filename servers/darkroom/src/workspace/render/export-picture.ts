import { link, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../disk/folders.ts'
import { failedWith, ifThere } from '../../disk/if-there.ts'
import { newPart, sweepParts } from '../../disk/parts.ts'
import type { Darktable } from '../../editing/index.ts'
import type { Workspace } from '../create-workspaces.ts'
import type { RenderWatch } from './create-previews.ts'

/** What is exported, and how. */
export interface ExportRequest extends RenderWatch {
  readonly hash: string
  readonly format: 'jpeg' | 'png'
  /** The longer side in pixels at most; absent for the whole size. */
  readonly size?: number
}

const quality = 95

/**
 * Renders a snapshot in full quality into a file of its own; an earlier export is never
 * overwritten.
 */
export async function exportPicture(
  workspace: Workspace,
  darktable: Darktable,
  { hash, format, size, ...watch }: ExportRequest,
): Promise<string> {
  const folder = join(workspace.folder, 'exports')
  const extension = format === 'jpeg' ? 'jpg' : 'png'
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
    return await nameFile(
      part,
      join(folder, `${workspace.id}_${hash.slice(0, 12)}${size === undefined ? '' : `_${size}`}`),
      extension,
    )
  } finally {
    await ifThere(unlink(part))
  }
}

/** Gives a file the first name that is free. */
async function nameFile(part: string, base: string, extension: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.${extension}`
    try {
      await link(part, path)
      return path
    } catch (thrown) {
      if (!failedWith(thrown, 'EEXIST')) throw thrown
    }
  }
}
