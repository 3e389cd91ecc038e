import { readFile } from 'node:fs/promises'
import { type Resource, defineResource } from 'toolaccord'
import type { Darkroom } from './tools/darkroom.ts'
import { describeHead } from './tools/state-after.ts'
import type { Workspaces } from './workspace/create-workspaces.ts'

/** The longer side of the picture that is shown. */
const previewSize = 1024

/** What can be read by its address: which images there are, and how each looks. */
export const createResources = (darkroom: Darkroom): readonly Resource[] => [createImages(darkroom), createPicture(darkroom)]

/** The ids of images that start with what was typed. */
export const completeImage = (workspaces: Workspaces) => async (typed: string) => (await workspaces.list()).filter((id) => id.startsWith(typed))

const createImages = ({ workspaces }: Darkroom): Resource =>
  defineResource({
    uri: 'darkroom://images',
    path: '/images',
    name: 'images',
    title: 'The images',
    summary: 'Every image that was taken in, with its camera and the state of its edit.',
    mimeType: 'application/json',
    async read() {
      const images = (await workspaces.list()).map(async (id) => {
        const { facts, repository } = await workspaces.open(id)
        const head = await repository.head()
        return { image_id: id, file: facts.file, ingested_at: facts.ingested_at, exif_summary: facts.exif, state: head === undefined ? null : describeHead(head) }
      })
      return { text: JSON.stringify({ images: await Promise.all(images) }) }
    },
  })

const createPicture = ({ workspaces, previews }: Darkroom): Resource =>
  defineResource({
    uri: 'darkroom://images/{image_id}/preview',
    path: '/images/:image_id/preview',
    name: 'preview',
    title: 'An image as it is',
    summary: 'The picture that render_preview shows of HEAD.',
    mimeType: 'image/jpeg',
    complete: { image_id: completeImage(workspaces) },
    async read({ image_id = '' }, { signal }) {
      if ((await workspaces.folderOf(image_id)) === undefined) return undefined
      const workspace = await workspaces.open(image_id)
      const head = await workspace.repository.head()
      if (head === undefined) return undefined
      const { path } = await previews.render(workspace, head.hash, previewSize, { signal })
      return { blob: (await readFile(path)).toString('base64'), contentHash: head.hash }
    },
  })
