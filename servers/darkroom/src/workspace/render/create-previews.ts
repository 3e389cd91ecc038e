import { createHash } from 'node:crypto'
import { rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, namesIn } from '../../disk/folders.ts'
import { failedWith, ifThere } from '../../disk/if-there.ts'
import { isPart, newPart, sweepParts } from '../../disk/parts.ts'
import type { Darktable, RenderRequest } from '../../editing/index.ts'
import type { Workspace } from '../create-workspaces.ts'
import { createSharedWork } from './create-shared-work.ts'

/** A rendered snapshot. */
export interface Preview {
  readonly path: string
  readonly cached: boolean
}

/** How a caller follows a render. */
export type RenderWatch = Pick<RenderRequest, 'signal' | 'onProgress'>

/** Renders small pictures of snapshots, each once as long as it is kept. */
export interface Previews {
  render(workspace: Workspace, hash: string, size: number, options?: RenderWatch): Promise<Preview>
}

/** How much is kept. */
export interface PreviewOptions {
  /** Most bytes of previews that one workspace keeps. */
  readonly mostBytes?: number
  /** Most previews that one workspace keeps. */
  readonly mostFiles?: number
}

const quality = 90

/** Previews by content: the original, the edit and the size; the ones used longest ago go first. */
export function createPreviews(
  darktable: Darktable,
  { mostBytes = 268_435_456, mostFiles = 500 }: PreviewOptions = {},
): Previews {
  const shared = createSharedWork<Preview>()

  async function renderNew(
    workspace: Workspace,
    hash: string,
    size: number,
    path: string,
    watch: RenderWatch,
  ): Promise<Preview> {
    const folder = join(workspace.folder, 'previews')
    const part = newPart(folder)
    await makeFolder(folder)
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
        format: 'jpeg',
        hq: false,
        ...watch,
      })
      await rename(part, path)
    } finally {
      await ifThere(unlink(part))
    }
    await evict(folder, path, mostBytes, mostFiles)
    return { path, cached: false }
  }

  return {
    async render(workspace, hash, size, { signal, onProgress } = {}) {
      const path = join(
        workspace.folder,
        'previews',
        `${keyOf(workspace.facts.sha256, hash, size)}.jpg`,
      )
      if (await isKept(path)) return { path, cached: true }
      return shared.run(
        path,
        (stop) => renderNew(workspace, hash, size, path, { signal: stop, onProgress }),
        signal,
      )
    },
  }
}

/** Whether there is such a picture; it is marked as used, where the disk lets it. */
export async function isKept(path: string): Promise<boolean> {
  const now = new Date()
  try {
    return (await ifThere(utimes(path, now, now).then(() => true))) ?? false
  } catch (thrown) {
    if (!failedWith(thrown, 'EACCES', 'EPERM', 'EROFS')) throw thrown
    return (await ifThere(stat(path))) !== undefined
  }
}

const keyOf = (original: string, state: string, size: number): string =>
  createHash('sha256').update(`${original} ${state} ${size} ${quality}`).digest('hex').slice(0, 32)

async function evict(
  folder: string,
  kept: string,
  mostBytes: number,
  mostFiles: number,
): Promise<void> {
  await sweepParts(folder)
  const files = (
    await Promise.all(
      (await namesIn(folder))
        .filter((name) => !isPart(name))
        .map((name) => describe(join(folder, name))),
    )
  ).flat()
  const others = files.filter(({ path }) => path !== kept).toSorted((a, b) => b.usedMs - a.usedMs)
  let room = mostBytes - (files.find(({ path }) => path === kept)?.bytes ?? 0)
  const over = others.filter(({ bytes }, index) => (room -= bytes) < 0 || index >= mostFiles - 1)
  for (const { path } of over) await ifThere(unlink(path))
}

async function describe(path: string) {
  const found = await ifThere(stat(path))
  return found === undefined ? [] : [{ path, bytes: found.size, usedMs: found.mtimeMs }]
}
