import { readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { createFaceClient, faces } from 'toolaccord/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDarktable } from '../src/editing/index.ts'
import { toDng } from '../src/picture/to-dng.ts'
import { greyDng, openDarkroom } from '../src/testing/open-darkroom.ts'
import { withActiveArea } from '../src/testing/with-active-area.ts'

const darkroom = await openDarkroom()
const darktable = createDarktable()
beforeEach(() => darkroom.clear())
afterAll(() => darkroom.remove())

const image_id = 'ramp'
const ellipse = {
  dt_form: 'ellipse',
  dt_params: { center_x: 0.3, center_y: 0.5, radius_x: 0.2, radius_y: 0.2, border: 0.02 },
}

/** The calls of an agent, from the file to the picture. */
const steps: readonly (readonly [tool: string, args: object])[] = [
  ['apply_primitive', { primitive_name: 'exposure', value: 0.7 }],
  ['apply_primitive', { primitive_name: 'exposure', value: 1, strength: 0.5, mask_spec: ellipse }],
  ['snapshot', { label: 'first look' }],
  ['tag', { name: 'keeper' }],
  ['branch', { name: 'contrast' }],
  ['checkout', { ref_or_hash: 'contrast' }],
  ['apply_primitive', { primitive_name: 'sigmoid_contrast', value: 2 }],
  [
    'apply_per_region',
    {
      primitive_name: 'exposure',
      regions: [
        { mask_spec: ellipse, parameter_values: { ev: 0.4 } },
        {
          mask_spec: { dt_form: 'rectangle', dt_params: { x0: 0.6, y0: 0.2, x1: 0.9, y1: 0.8 } },
          parameter_values: { ev: -0.4 },
        },
      ],
    },
  ],
  ['remove_module', { module_name: 'sigmoid' }],
  ['diff', { hash_a: 'keeper', hash_b: 'HEAD' }],
  ['log', { limit: 50 }],
  ['get_state', {}],
]

async function runSession(face: (typeof faces)[number]) {
  await writeFile(
    join(darkroom.photos, 'ramp.dng'),
    toDng({ width: 96, height: 64, pixelAt: (x, y) => [x / 96, y / 64, 0.2] }),
  )
  const client = createFaceClient(darkroom.create({ darktable }).server, face)
  const data: unknown[] = []
  const call = async (tool: string, args: object) => {
    const answer = await client.call(tool, args)
    expect([tool, answer.outcome]).toMatchObject([tool, { ok: true }])
    return { raw: answer.raw, data: answer.outcome.ok ? answer.outcome.data : undefined }
  }
  data.push((await call('ingest', { raw_path: join(darkroom.photos, 'ramp.dng') })).data)
  for (const [tool, args] of steps) data.push((await call(tool, { image_id, ...args })).data)
  const preview = await call('render_preview', { image_id, size: 96 })
  const compared = await call('compare', { image_id, hash_a: 'keeper', hash_b: 'HEAD', size: 96 })
  const exported = await call('export_final', { image_id, format: 'png' })
  // The casts name the results of these tools.
  const paths = [
    (preview.data as { jpeg_path: string }).jpeg_path,
    (compared.data as { jpeg_path: string }).jpeg_path,
    (exported.data as { output_path: string }).output_path,
  ]
  return {
    data,
    paths,
    pixels: await Promise.all(paths.map((path) => sharp(path).raw().toBuffer())),
    shown: preview.raw,
  }
}

describe('a whole session', () => {
  const sessions = new Map<string, Awaited<ReturnType<typeof runSession>>>()
  beforeAll(async () => {
    for (const face of faces) {
      await darkroom.clear()
      sessions.set(face, await runSession(face))
    }
  }, 240_000)

  it('ends in the same hashes and pixels over every face', () => {
    const [direct, ...others] = sessions.values()
    expect(others).toHaveLength(3)
    for (const { data, paths, pixels } of others) {
      expect(data).toEqual(direct?.data)
      expect(paths).toEqual(direct?.paths)
      expect(
        pixels.map((buffer, index) => buffer.equals(direct?.pixels[index] ?? Buffer.alloc(0))),
      ).toEqual([true, true, true])
    }
  })

  it('has the picture after the envelope on MCP, and its path on the command line', async () => {
    // The cast names the content of an MCP result.
    const { result } = JSON.parse(sessions.get('mcp')?.shown ?? '') as {
      readonly result: {
        readonly content: readonly {
          readonly type: string
          readonly mimeType?: string
          readonly data?: string
        }[]
      }
    }
    const [text, image] = result.content
    expect([text?.type, image?.type, image?.mimeType]).toEqual(['text', 'image', 'image/jpeg'])
    expect((await sharp(Buffer.from(image?.data ?? '', 'base64')).metadata()).width).toBe(96)
    expect(sessions.get('cli')?.shown).toContain(sessions.get('cli')?.paths[0])
    expect(sessions.get('cli')?.shown.length).toBeLessThan(1000)
  })
})

describe('a photo', () => {
  it(
    'is taken in with the border of its sensor, which is needed to place forms',
    { timeout: 60_000 },
    async () => {
      await writeFile(
        join(darkroom.photos, 'bordered.dng'),
        withActiveArea(greyDng(), [4, 8, 44, 58]),
      )
      const { server } = darkroom.create({ darktable })
      const { data } = await server.call('ingest', {
        raw_path: join(darkroom.photos, 'bordered.dng'),
      })
      const facts: unknown = JSON.parse(
        await readFile(join((data as { root: string }).root, 'image.json'), 'utf8'),
      )
      expect(facts).toMatchObject({ frame: { border: { left: 8, top: 4, right: 6, bottom: 4 } } })
    },
  )
})

describe('previews', () => {
  it(
    'are rendered once per state, found after a restart, and removed if there are too many',
    { timeout: 60_000 },
    async () => {
      await writeFile(
        join(darkroom.photos, 'ramp.dng'),
        toDng({ width: 96, height: 64, pixelAt: (x, y) => [x / 96, y / 64, 0.2] }),
      )
      const open = () => darkroom.create({ darktable, previews: { mostFiles: 2 } }).server
      const server = open()
      await server.call('ingest', { raw_path: join(darkroom.photos, 'ramp.dng') })
      const render = async (size: number, on = server) => {
        const outcome = await on.call('render_preview', { image_id, size })
        return outcome.ok
          ? (outcome.data as { jpeg_path: string; duration_seconds: number })
          : expect.fail(JSON.stringify(outcome))
      }
      const first = await render(64)
      expect((await sharp(first.jpeg_path).metadata()).width).toBe(64)
      await writeFile(first.jpeg_path, 'marked')
      expect((await render(64, open())).jpeg_path).toBe(first.jpeg_path)
      const second = await render(65)
      const third = await render(66)
      expect((await readdir(join(darkroom.root, image_id, 'previews'))).sort()).toEqual(
        [second, third].map(({ jpeg_path }) => basename(jpeg_path)).sort(),
      )
      const both = await Promise.all([render(70), render(70)])
      expect(both[0]?.jpeg_path).toBe(both[1]?.jpeg_path)
    },
  )

  it(
    'are equal for equal states, and exports never overwrite each other',
    { timeout: 60_000 },
    async () => {
      const { server } = darkroom.create({ darktable })
      await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') })
      const path = async (tool: string, key: string, args: object) => {
        const outcome = await server.call(tool, { image_id: 'grey', size: 64, ...args })
        if (!outcome.ok) return JSON.stringify(outcome)
        return (outcome.data as Record<string, string>)[key]
      }
      await server.call('apply_primitive', {
        image_id: 'grey',
        primitive_name: 'exposure',
        value: 1,
      })
      const edited = await path('render_preview', 'jpeg_path', {})
      expect(await path('render_preview', 'jpeg_path', { ref_or_hash: 'baseline' })).not.toBe(
        edited,
      )
      const exports = [
        await path('export_final', 'output_path', {}),
        await path('export_final', 'output_path', {}),
        await path('export_final', 'output_path', { format: 'png' }),
      ]
      expect(new Set(exports).size).toBe(3)
      expect(exports[1]).toMatch(/-2\.jpg$/)
    },
  )
})
