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

/** The signal that stops a render, and the function that reports its progress. */
export type RenderWatch = Pick<RenderRequest, 'signal' | 'onProgress'>

/** Renders small pictures of snapshots, each once while it is kept. */
export interface Previews {
  render(
    workspace: Workspace,
    hash: string,
    size: number,
    watch?: RenderWatch | undefined,
  ): Promise<Preview>
}

/** The limits of the previews that one workspace keeps. */
export interface PreviewOptions {
  readonly mostBytes?: number | undefined
  readonly mostFiles?: number | undefined
}

const quality = 90

/** Keeps previews by original, edit and size; those used longest ago are removed first. */
export function createPreviews(
  darktable: Darktable,
  { mostBytes = 268_435_456, mostFiles = 500 }: PreviewOptions = {},
): Previews {
  const shared = createSharedWork<Preview>()
  return {
    async render(workspace, hash, size, { signal, onProgress } = {}) {
      const folder = join(workspace.folder, 'previews')
      const path = join(folder, `${keyOf(workspace.facts.sha256, hash, size)}.jpg`)
      if (await isKept(path)) return { path, cached: true }
      const render = async (stop: AbortSignal): Promise<Preview> => {
        await renderTo(path, folder, async (output) => {
          const request = await requestOf(workspace, hash, size)
          await darktable.render({ ...request, output, signal: stop, onProgress })
        })
        await evict(folder, path, { mostBytes, mostFiles })
        return { path, cached: false }
      }
      return shared.run(path, render, signal)
    },
  }
}

async function requestOf(
  workspace: Workspace,
  hash: string,
  size: number,
): Promise<Omit<RenderRequest, 'output'>> {
  const [original, xmp] = await Promise.all([workspace.original(), workspace.repository.read(hash)])
  return { original, xmp, width: size, height: size, quality, format: 'jpeg', hq: false }
}

/** Renders to a part file and moves it to its path once it is whole. */
async function renderTo(
  path: string,
  folder: string,
  render: (output: string) => Promise<void>,
): Promise<void> {
  const part = newPart(folder)
  await makeFolder(folder)
  try {
    await render(part)
    await rename(part, path)
  } finally {
    await ifThere(unlink(part))
  }
}

/** True if there is a picture at this path; it is marked as used if the disk allows it. */
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

interface KeptFile {
  readonly path: string
  readonly bytes: number
  readonly usedMs: number
}

/** Removes the previews beyond the limits, but never the one that was just rendered. */
async function evict(
  folder: string,
  kept: string,
  { mostBytes, mostFiles }: { readonly mostBytes: number; readonly mostFiles: number },
): Promise<void> {
  await sweepParts(folder)
  const files = await filesIn(folder)
  const others = files.filter(({ path }) => path !== kept).toSorted((a, b) => b.usedMs - a.usedMs)
  let room = mostBytes - (files.find(({ path }) => path === kept)?.bytes ?? 0)
  for (const [index, { path, bytes }] of others.entries()) {
    room -= bytes
    if (room < 0 || index >= mostFiles - 1) await ifThere(unlink(path))
  }
}

async function filesIn(folder: string): Promise<readonly KeptFile[]> {
  const names = (await namesIn(folder)).filter((name) => !isPart(name))
  const files = await Promise.all(names.map((name) => describe(join(folder, name))))
  return files.flat()
}

async function describe(path: string): Promise<readonly KeptFile[]> {
  const found = await ifThere(stat(path))
  if (found === undefined) return []
  return [{ path, bytes: found.size, usedMs: found.mtimeMs }]
}
