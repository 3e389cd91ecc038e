import * as z from 'zod'

/**
 * A part of the schema that is checked in full and shown as any object, because its properties are
 * shown elsewhere. Hosts leave every description out of a schema that is too long.
 */
const shownElsewhere = <T>(schema: z.ZodType<T, Record<string, unknown>>) =>
  z.record(z.string(), z.unknown()).pipe(schema)

/** An object without other keys; the message names those that it takes. */
const closed = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error({ code, keys }) {
      if (code !== 'unrecognized_keys') return undefined
      return `Unknown key '${String(keys)}'. Accepted: ${Object.keys(shape).join(', ')}.`
    },
  })

const place = (what: string) => z.number().min(-1).max(2).describe(what).optional()
const length = (what: string) => z.number().gt(0).max(2).describe(what).optional()

const DrawnParams = closed({
  anchor_x: place('gradient: a point on its middle line, across'),
  anchor_y: place('gradient: a point on its middle line, down'),
  rotation: z
    .number()
    .min(-360)
    .max(360)
    .describe(
      'gradient: degrees, 0 acts on the top, 90 left, 180 bottom, 270 right (default 0); ' +
        'ellipse: degrees clockwise',
    )
    .optional(),
  compression: z
    .number()
    .min(0.001)
    .max(1)
    .describe('gradient: how wide the transition is (default 0.2)')
    .optional(),
  center_x: place('ellipse, circle: centre, across'),
  center_y: place('ellipse, circle: centre, down'),
  radius: length('circle: radius (default 0.25)'),
  radius_x: length('ellipse: radius across (default 0.3)'),
  radius_y: length('ellipse: radius down (default 0.3)'),
  border: z.number().min(0).max(1).describe('all but gradient: width of the soft edge').optional(),
  x0: place('rectangle: left'),
  y0: place('rectangle: top'),
  x1: place('rectangle: right'),
  y1: place('rectangle: bottom'),
  vertices: z
    .array(z.tuple([z.number().min(-1).max(2), z.number().min(-1).max(2)]))
    .min(3)
    .max(500)
    .describe('path: its corners [x, y] in order')
    .optional(),
})

const simpleForms = ['gradient', 'ellipse', 'circle', 'rectangle', 'path'] as const

const GroupMember = closed({
  dt_form: z.enum(simpleForms),
  dt_params: DrawnParams.optional(),
  combine: z
    .enum(['union', 'intersect', 'difference', 'exclusion'])
    .describe('How it joins the forms before it (default union)')
    .optional(),
  invert: z.boolean().optional(),
  opacity: z.number().min(0).max(100).optional(),
})

const RangeFilter = closed({
  kind: z
    .enum(['luminance', 'hue', 'chroma', 'color_h', 'color_s', 'color_l'])
    .describe(
      'luminance or color_l: lightness as the eye sees it; ' +
        'hue or color_h: 0 red, 0.33 green, 0.67 blue; ' +
        'chroma or color_s: 0 grey, 1 the most colourful',
    ),
  min: z.number().min(0).max(1),
  max: z
    .number()
    .min(0)
    .max(1)
    .describe('For a hue it may be below min: the range then passes through red'),
  feather: z
    .number()
    .min(0)
    .max(0.5)
    .describe('How far the range fades out on either side (default 0.05)')
    .optional(),
  invert: z.boolean().optional(),
})

/** One range, or several; the message is about the form that was given. */
const RangeFilters = z.union([RangeFilter, z.array(shownElsewhere(RangeFilter)).min(1).max(3)], {
  error({ input, errors }) {
    const found = errors[Array.isArray(input) ? 1 : 0] ?? []
    return found.map(({ path, message }) => [...path, message].join(': ')).join('; ')
  },
})

/**
 * The schema of a mask: where a move acts, in the frame that the caller sees. The origin is top
 * left, and 1 is the full width or height.
 */
export const MaskSpec = z
  .strictObject({
    kind: z
      .enum(['named'])
      .describe('named: use the mask of that name from the vocabulary')
      .optional(),
    name: z.string().max(64).describe('A name from list_masks_vocabulary').optional(),
    dt_form: z
      .enum([...simpleForms, 'group'])
      .describe('The drawn part')
      .optional(),
    dt_params: DrawnParams.extend({
      members: z
        .array(shownElsewhere(GroupMember))
        .min(1)
        .max(32)
        .describe(
          'group: its forms, each with dt_form, dt_params, opacity, invert and combine ' +
            '(union, intersect, difference or exclusion with those before; default union)',
        )
        .optional(),
    })
      .describe(
        'Places are shares of width and height, from the top left; ' +
          'radii and borders are shares of the shorter side',
      )
      .optional(),
    range_filter: RangeFilters.describe(
      'The parametric part, or up to 3 of them; with a drawn part, the mask is where all are',
    ).optional(),
    invert: z.boolean().describe('Act everywhere else instead').optional(),
    feather: z
      .number()
      .min(0)
      .max(0.25)
      .describe('Follow edges over this share of the shorter side')
      .optional(),
    blur: z
      .number()
      .min(0)
      .max(0.25)
      .describe('Soften over this share of the shorter side')
      .optional(),
    opacity: z.number().min(0).max(100).describe('Percent (default 100)').optional(),
  })
  .describe('Where to act: a drawn form, a range of tones or colours, both, or a named mask')

/** A mask as callers and manifests write it. */
export type MaskSpec = z.infer<typeof MaskSpec>
/** The parameters of a drawn form; each kind takes some of them. */
export type DrawnParams = z.infer<typeof DrawnParams>
/** One range of tones or colours of a mask. */
export type RangeFilter = z.infer<typeof RangeFilter>
/** One form of a group. */
export type GroupMember = z.infer<typeof GroupMember>
