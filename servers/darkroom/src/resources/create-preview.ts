import { readFile } from 'node:fs/promises'
import { type Resource, defineResource } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { completeImage } from './complete-image.ts'

/** The longer side of the picture. */
const previewSize = 1024

/** Creates the resource that shows how an image looks. */
export const createPreview = ({ workspaces, previews }: Darkroom): Resource =>
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
