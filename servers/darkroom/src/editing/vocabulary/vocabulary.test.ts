import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createVocabulary, type PackFile, type Vocabulary } from './create-vocabulary.ts'
import { loadVocabulary } from './load-vocabulary.ts'
import { ownPacks } from './own-packs.ts'
import { toIlluminant } from './to-illuminant.ts'
import { VocabularyError } from './vocabulary-error.ts'

const parameter = {
  name: 'ev',
  type: 'float',
  summary: 'Stops',
  range: [-3, 3],
  default: 0,
  module: 'exposure',
  modversion: 6,
  offset: 8,
  encoding: 'le_f32',
}
const entry = {
  name: 'brighter',
  layer: 'L3',
  subtype: 'tone',
  description: 'Brighter.',
  tags: ['tone'],
  modules: [{ operation: 'exposure', modversion: 6 }],
  parameters: [parameter],
}
const pack = (...entries: readonly object[]) => ({
  file: 'mine/manifest.json',
  content: { pack: 'mine', darktable_version: '4.2.1', source: 'test', license: 'MIT', entries },
})

function faultsOf(...packs: readonly PackFile[]): readonly string[] {
  try {
    createVocabulary(packs)
  } catch (thrown) {
    return thrown instanceof VocabularyError ? thrown.faults : [String(thrown)]
  }
  return []
}

describe('our packs', () => {
  let vocabulary: Vocabulary
  beforeAll(async () => {
    vocabulary = await loadVocabulary(ownPacks)
  })

  it('have a move with parameters for every operation of darktable 4.2.1 that we support', () => {
    const operations = new Set(
      vocabulary
        .list({ layer: 'L3' })
        .filter(({ parameters }) => parameters !== null)
        .flatMap(({ touches }) => touches),
    )
    for (const operation of [
      'exposure',
      'temperature',
      'channelmixerrgb',
      'sigmoid',
      'toneequal',
      'highlights',
      'bilat',
      'diffuse',
      'sharpen',
      'denoiseprofile',
      'hazeremoval',
      'vignette',
      'grain',
      'colorbalancergb',
      'colorzones',
      'tonecurve',
      'crop',
      'ashift',
      'lens',
      'filmicrgb',
    ]) {
      expect(operations).toContain(operation)
    }
  })

  it('have twelve looks or more, and masks of all kinds', () => {
    expect(vocabulary.list({ layer: 'L2' }).length).toBeGreaterThanOrEqual(12)
    expect(vocabulary.masks({ tags: ['luminance'] }).map(({ name }) => name)).toEqual([
      'mask_highlights',
      'mask_midtones',
      'mask_shadows',
    ])
    expect(vocabulary.masks().some(({ llm_vision_prompt }) => llm_vision_prompt !== null)).toBe(
      true,
    )
  })

  it('can be listed by layer and by any of several tags', () => {
    const names = vocabulary.list({ layer: 'L3', tags: ['noise', 'haze'] }).map(({ name }) => name)
    expect(names).toEqual(['denoise', 'dehaze'])
    expect(vocabulary.list({ layer: 'L1' })).toEqual([])
  })

  it('offer the name that was probably meant', () => {
    expect([
      vocabulary.nearest('expossure'),
      vocabulary.nearestMask('mask_skn'),
      vocabulary.nearest('completely_different_thing'),
    ]).toEqual(['exposure', 'mask_skin', undefined])
  })

  it('offer the only name that has the words, in any order, plural or not', () => {
    expect(
      ['sky', 'Sky-mask', 'blue', 'highlight'].map((name) => vocabulary.nearestMask(name)),
    ).toEqual(['mask_sky', 'mask_sky', 'mask_blues', 'mask_highlights'])
    expect([
      vocabulary.nearest('foreground_lift'),
      vocabulary.nearest('sky'),
      vocabulary.nearestMask('mask'),
      vocabulary.nearestMask(''),
    ]).toEqual(['lift_foreground', undefined, undefined, undefined])
  })

  it('describe what a move takes', () => {
    expect(vocabulary.find('exposure')).toMatchObject({
      touches: ['exposure'],
      mask_spec: null,
      maskable: true,
      parameters: [{ name: 'ev', offset: 8, modversion: 6, unit: 'EV' }],
    })
    expect(vocabulary.find('crop')?.maskable).toBe(false)
    expect(vocabulary.find('exposure')?.parameterSet.jsonSchema).toMatchObject({
      type: 'number',
      minimum: -3,
      maximum: 3,
    })
  })
})

describe('authoring faults', () => {
  it.each<readonly [string, object, string]>([
    [
      'an unknown module',
      { modules: [{ operation: 'colorequal', modversion: 4 }], parameters: undefined },
      "the module 'colorequal' is not known",
    ],
    [
      'another version',
      { modules: [{ operation: 'exposure', modversion: 7 }] },
      "the module 'exposure' has version 6, not 7",
    ],
    [
      'an unknown field',
      { modules: [{ operation: 'exposure', modversion: 6, values: { gain: 1 } }] },
      "the module 'exposure' has no field 'gain'",
    ],
    [
      'a string for a number',
      { modules: [{ operation: 'exposure', modversion: 6, values: { black: 'x' } }] },
      "the field 'black' of 'exposure' takes a number",
    ],
    [
      'an offset between fields',
      { parameters: [{ ...parameter, offset: 9 }] },
      "the parameter 'ev' has the offset 9, at which no field of 'exposure' begins",
    ],
    [
      'a wrong encoding',
      { parameters: [{ ...parameter, encoding: 'le_i32' }] },
      "the parameter 'ev' is le_i32, but the field 'exposure' of 'exposure' is le_f32",
    ],
    [
      'an empty range',
      { parameters: [{ ...parameter, range: [3, -3] }] },
      "the range of 'ev' is empty: 3 to -3",
    ],
    [
      'a default outside',
      { parameters: [{ ...parameter, default: 4 }] },
      "the default of 'ev' is 4, outside -3 to 3",
    ],
    [
      'a module that it does not set',
      { parameters: [{ ...parameter, module: 'sharpen', modversion: 1, offset: 4 }] },
      "the parameter 'ev' sets 'sharpen', which is not among the modules",
    ],
    [
      'a parameter twice',
      { parameters: [parameter, parameter] },
      "the parameter 'ev' is declared twice",
    ],
    ['L1 without a camera', { layer: 'L1' }, 'an L1 entry needs applies_to'],
    [
      'L3 with a camera',
      { applies_to: { make: 'a', model: 'b', lens_model: 'c' } },
      'applies_to belongs to L1 entries',
    ],
    [
      'opacity on a module that is not blended',
      {
        modules: [{ operation: 'crop', modversion: 1, strength: 'opacity' }],
        parameters: undefined,
      },
      "strength cannot be opacity: the module 'crop' is not blended",
    ],
    [
      'fields without a neutral value',
      { modules: [{ operation: 'sigmoid', modversion: 1 }], parameters: undefined },
      'strength cannot work by fields',
    ],
    [
      'a mask on a module that takes no mask',
      {
        modules: [{ operation: 'crop', modversion: 1, values: { cx: 0.1 } }],
        parameters: undefined,
        mask_spec: { dt_form: 'circle' },
      },
      'a module that takes no mask',
    ],
    [
      'a mask that is in no pack',
      { mask_spec: { kind: 'named', name: 'mask_none' } },
      "no mask is named 'mask_none'",
    ],
    ['an unknown property', { colour: 'red' }, 'Unrecognized key'],
    ['a bad tag', { tags: ['Not A Tag'] }, 'tags.0'],
  ])('names file, entry and rule: %s', (_, change, rule) => {
    const faults = faultsOf(pack({ ...entry, ...change }))
    expect(faults.join('\n')).toContain("mine/manifest.json: entry 'brighter': ")
    expect(faults.join('\n')).toContain(rule)
  })

  it('names every fault of all packs at once, and names that are taken', () => {
    const other = { ...pack(entry, { ...entry, layer: 'L1' }), file: 'other/manifest.json' }
    const place = "other/manifest.json: entry 'brighter':"
    expect(faultsOf(pack(entry), other)).toEqual([
      `${place} an L1 entry needs applies_to: the camera and lens that it corrects`,
      `${place} the name is taken by mine/manifest.json`,
      `${place} the name is taken by another entry`,
    ])
  })

  it('names files that cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'darkroom-packs-'))
    await mkdir(join(folder, 'broken'))
    await writeFile(join(folder, 'broken', 'manifest.json'), '{ "pack": ')
    const failure = await loadVocabulary([join(folder, 'broken'), join(folder, 'none')]).catch(
      (thrown: unknown) => thrown,
    )
    expect(failure instanceof VocabularyError && failure.faults).toEqual([
      expect.stringContaining('broken/manifest.json: this is not JSON'),
      'none/manifest.json: the file cannot be read',
    ])
    await rm(folder, { recursive: true })
  })
})

it('matches a correction by exactly its camera and lens', () => {
  const vocabulary = createVocabulary([
    pack({
      ...entry,
      layer: 'L1',
      applies_to: { make: 'Canon', model: 'Canon EOS 30D', lens_model: '' },
    }),
  ])
  const camera = { make: 'Canon', model: 'Canon EOS 30D', lens_model: '' }
  expect(vocabulary.match(camera)).toHaveLength(1)
  expect(vocabulary.match({ ...camera, make: 'canon' })).toHaveLength(0)
})

it('computes the colours of daylight', () => {
  const [x, y] = toIlluminant(5003, 0)
  expect(x).toBeCloseTo(0.3457, 3)
  expect(y).toBeCloseTo(0.3585, 3)
  expect(toIlluminant(6504, 0)[0]).toBeCloseTo(0.3127, 3)
  expect(toIlluminant(2856, 0)[0]).toBeGreaterThan(toIlluminant(4000, 0)[0])
  expect(toIlluminant(5003, 50)[1]).toBeGreaterThan(y)
})
