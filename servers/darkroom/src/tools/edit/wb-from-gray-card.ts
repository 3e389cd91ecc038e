import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { pathArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { readGrayCard } from '../../editing/index.ts'
import { locateFile } from '../../workspace/photo/inspect-photo.ts'

/** A brighter mean contains clipped pixels. */
const brightest = 252

const input = z.object({
  image_path: pathArgument
    .describe('The whole path of a JPEG, PNG, TIFF or WebP file: the jpeg_path of render_preview')
    .meta({ examples: ['/home/ada/Pictures/Darkroom/IMG_1234/previews/5f1c.jpg'] }),
  x: z
    .int()
    .min(0)
    .describe('Pixels from the left')
    .meta({ examples: [512] }),
  y: z
    .int()
    .min(0)
    .describe('Pixels from the top')
    .meta({ examples: [340] }),
  sample_radius: z
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Half the side of the square that is measured, in pixels'),
})

const output = z.object({
  red_coeff: z.number(),
  green_coeff: z.number(),
  blue_coeff: z.number(),
  sampled_r: z.number(),
  sampled_g: z.number(),
  sampled_b: z.number(),
  sample_radius: z.int(),
  parameter_values: z.record(z.string(), z.number()),
})

/** Creates the tool that measures a grey card. */
export const wbFromGrayCard = ({ photoFolders, workspaces }: Darkroom) =>
  defineTool({
    name: 'wb_from_gray_card',
    summary: 'Measure a grey card in a picture and return the white balance that makes it grey.',
    description: [
      'Measures linear light in a developed picture, such as a preview. It changes nothing:',
      'give parameter_values to apply_primitive, as the value of the entry white_balance.',
    ].join(' '),
    input,
    output,
    effect: 'read',
    codes: ['invalid_input', 'not_found', 'state_error'],
    cli: { positionals: ['image_path'] },
    run: ({ image_path, x, y, sample_radius: sampleRadius }, call) =>
      guard(call, async () => {
        const path = await locateFile({
          given: image_path,
          folders: photoFolders.length === 0 ? [] : [...photoFolders, ...workspaces.roots],
          argument: 'image_path',
          hint: 'Give the whole path of a picture, such as the jpeg_path of render_preview.',
        })
        // Loaded on demand: other calls read no pixels, and a command must start fast.
        const { readPixels } = await import('../../picture/read-pixels.ts')
        const pixels = await readPixels(path, 'image_path')
        const reading = readGrayCard(pixels, { x, y, sampleRadius })
        if (Math.max(reading.sampled_r, reading.sampled_g, reading.sampled_b) > brightest) {
          call.fail('invalid_input', {
            message: 'The patch is as bright as the picture can be, so its colour is lost.',
            path: 'x',
            hint: 'Choose a darker patch, or darken the picture first.',
          })
        }
        return ok({ ...reading })
      }),
  })
