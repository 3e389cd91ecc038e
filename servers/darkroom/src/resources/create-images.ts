import { type Resource, defineResource } from 'toolaccord'
import type { Darkroom } from '../calls/darkroom.ts'
import { describeHead } from '../calls/state-after.ts'

/** Creates the resource that lists the images. */
export const createImages = ({ workspaces }: Darkroom): Resource =>
  defineResource({
    uri: 'darkroom://images',
    path: '/images',
    name: 'images',
    title: 'The images',
    summary: 'Every image that was taken in, with its camera and the state of its edit.',
    mimeType: 'application/json',
    async read() {
      const ids = await workspaces.list()
      const images = ids.map(async (id) => {
        const { facts, repository } = await workspaces.open(id)
        const head = await repository.head()
        return {
          image_id: id,
          file: facts.file,
          ingested_at: facts.ingested_at,
          exif_summary: facts.exif,
          state: head === undefined ? null : describeHead(head),
        }
      })
      return { text: JSON.stringify({ images: await Promise.all(images) }) }
    },
  })
