import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const { server } = darkroom.create()
const outside = join(dirname(darkroom.root), 'outside')

beforeAll(async () => {
  await darkroom.clear()
  await mkdir(outside)
  await writeFile(join(outside, 'secret.md'), 'secret')
  await server.call('ingest', { raw_path: join(darkroom.photos, 'grey.dng') })
})
afterAll(() => darkroom.remove())

/** Strings that have caused trouble in other servers. */
const texts = fc.oneof(
  fc.constantFrom(
    'grey',
    '.',
    '..',
    '../outside',
    '../outside/secret',
    '/etc/passwd',
    'a/../../b',
    'refs/heads/../../HEAD',
    'HEAD',
    'main',
    'baseline',
    '',
    ' ',
    '\0',
    'a\0b',
    '-rf',
    '.proposals',
    'exposure',
    '__proto__',
    'x'.repeat(5000),
    'x'.repeat(300),
    `/${'y/'.repeat(200)}`,
    darkroom.photos,
    darkroom.root,
    '写真',
    '%2e%2e',
    '~',
    'image.json',
  ),
  fc.string({ maxLength: 20 }),
)
const values = fc.oneof(
  { weight: 6, arbitrary: texts },
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    { dt_form: 'circle' },
    { kind: 'named', name: 'mask_sky' },
    { kind: 'named', name: '__proto__' },
    { range_filter: { kind: 'luminance', min: 0.9, max: 0.1 } },
    { ev: 1 },
    [{ mask_spec: { dt_form: 'gradient' }, ops: [{ primitive_name: 'exposure' }] }],
    ['grey'],
    ['../outside'],
  ),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.anything({ maxDepth: 2 }), { maxKeys: 3 }),
)

describe('hostile arguments', () => {
  it.each(server.tools().map(({ name, inputSchema }) => ({ name, inputSchema })))(
    'to $name are refused by name, and do no harm',
    { timeout: 60_000 },
    async ({ name, inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema
      const image = fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('grey') }, values)
      const arbitraries = Object.keys(properties).map(
        (key): readonly [string, fc.Arbitrary<unknown>] => [
          key,
          key === 'image_id' ? image : values,
        ],
      )
      const args = fc.record(Object.fromEntries(arbitraries), { requiredKeys: [...required] })
      await fc.assert(
        fc.asyncProperty(args, async (given) => {
          const outcome = await server.call(name, given)
          const codes = outcome.ok ? [] : outcome.problems.map(({ code }) => code)
          expect([codes, JSON.stringify(given)]).toEqual([
            codes.filter((code) => code !== 'internal_error'),
            JSON.stringify(given),
          ])
          expect(JSON.stringify(outcome)).not.toMatch(
            /"secret"|node:internal|\.ts:\d+|ENOENT|EISDIR/,
          )
        }),
        { numRuns: 150 },
      )
      expect(await readdir(outside)).toEqual(['secret.md'])
      expect((await readdir(dirname(darkroom.root))).sort()).toEqual([
        'outside',
        'photos',
        'root',
        'tastes',
      ])
      expect(await readdir(darkroom.photos)).toEqual(['grey.dng'])
    },
  )
})
