import { estimateTokens } from 'toolaccord/fidelity'
import { afterAll, expect, it } from 'vitest'
import { dataOf, describeDarkroom, refused } from '../../testing/describe-darkroom.ts'
import { openDarkroom } from '../../testing/open-darkroom.ts'

interface Entry {
  readonly name: string
  readonly layer: string
  readonly tags: readonly string[]
}

const darkroom = await openDarkroom()
afterAll(() => darkroom.remove())

describeDarkroom(darkroom, 'the vocabulary', ({ call }) => {
  it('has entries with their parameters', async () => {
    const entries = dataOf<Entry[]>(await call('list_vocabulary', { detail: 'full' }))
    expect(entries.find(({ name }) => name === 'exposure')).toEqual({
      name: 'exposure',
      layer: 'L3',
      subtype: expect.any(String),
      description: expect.any(String),
      tags: expect.any(Array),
      touches: ['exposure'],
      mask_spec: null,
      global_variant: null,
      parameters: [
        {
          name: 'ev',
          summary: expect.any(String),
          type: 'float',
          unit: 'EV',
          range: [-3, 3],
          default: 0,
          module: 'exposure',
          modversion: 6,
          offset: 8,
        },
      ],
      raw_only: false,
    })
  })

  it('is listed by layer, tag and name', async () => {
    const list = (args: object) => call('list_vocabulary', { detail: 'full', ...args })
    const entries = dataOf<Entry[]>(await list({}))
    const [first, second] = entries
    expect(await list({ layer: 'L2' })).toMatchObject({
      data: entries.filter(({ layer }) => layer === 'L2'),
    })
    const tag = first?.tags[0] ?? ''
    expect(await list({ tags: [tag, 'none'] })).toMatchObject({
      data: entries.filter(({ tags }) => tags.includes(tag)),
    })
    expect(await list({ layer: 'L4' })).toMatchObject(refused('invalid_input', { path: 'layer' }))
    expect(await list({ names: [second?.name], layer: 'L3' })).toMatchObject({ data: [second] })
    expect(await list({ names: ['exposure', 'exposre'] })).toMatchObject(
      refused('not_found', { path: 'names[1]', hint: expect.stringContaining("'exposure'") }),
    )
  })

  it('has named masks', async () => {
    expect(await call('list_masks_vocabulary')).toMatchObject({
      ok: true,
      data: expect.arrayContaining([
        expect.objectContaining({ kind: 'mask', spec: expect.any(Object) }),
      ]),
    })
  })

  it('has every name by default, in as much room as every host has, and how to go on', async () => {
    const named = await call('list_vocabulary')
    const entries = dataOf<Entry[]>(named)
    const all = dataOf<Entry[]>(await call('list_vocabulary', { detail: 'full' }))
    expect(entries.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
    // Codex has room for 2,975 tokens, of which the envelope and the steps take about 150.
    expect(estimateTokens(JSON.stringify(entries))).toBeLessThan(2800)
    expect(entries.slice(0, 2)).toEqual([
      {
        name: 'exposure',
        layer: 'L3',
        description: 'Make the picture brighter or darker, in stops',
      },
      { name: 'black_level', layer: 'L3', description: 'Move the black point' },
    ])
    for (const args of [{ names: ['exposure', 'black_level'] }, { tags: ['tone'] }]) {
      expect(named.notes.next).toContainEqual(
        expect.objectContaining({ tool: 'list_vocabulary', args }),
      )
      const [first] = dataOf<Entry[]>(await call('list_vocabulary', args))
      expect(first).toMatchObject({ name: 'exposure', value: expect.stringContaining('default') })
    }
  })

  it('asks if another tag was meant', async () => {
    expect(await call('list_vocabulary', { tags: ['colr'] })).toMatchObject({
      notes: {
        warnings: [
          {
            code: 'UNKNOWN_TAG',
            message: expect.stringContaining("Did you mean 'colour'? There are tone"),
          },
        ],
      },
    })
  })

  it('has the value of each entry in short, its sign, and if it needs a raw', async () => {
    const full = await call('list_vocabulary', { detail: 'full' })
    const short = await call('list_vocabulary', { detail: 'short' })
    const entries = dataOf<Entry[]>(short)
    expect(JSON.stringify(short.data).length).toBeLessThan(JSON.stringify(full.data).length / 2)
    const find = (name: string) => entries.find((entry) => entry.name === name)
    expect(find('exposure')).toEqual({
      name: 'exposure',
      layer: 'L3',
      description: expect.any(String),
      value: 'one number: ev from -3 to 3 EV (default 0): Stops of light',
    })
    expect(find('rotate')).toMatchObject({
      value: 'one number: degrees from -180 to 180 ° (default 0): Counter-clockwise',
    })
    expect(find('dehaze')).toMatchObject({
      value: expect.stringContaining('; strength: Above 0 to remove, below to add'),
    })
    expect(find('highlight_clipping')).toMatchObject({ raw_only: true })
    expect(find('look_neutral')).toMatchObject({ layer: 'L2', value: 'no value' })
  })
})
