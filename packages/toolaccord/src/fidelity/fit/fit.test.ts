import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import type { ItemPlan } from '../../define/fidelity-plan.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { toFidelityNotes } from '../fidelity-notes.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import type { Draft } from './drafter.ts'
import { fit } from './fit.ts'

interface Finding {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly confidence: number
}

const text = { type: 'string' }
const findingSchema = {
  type: 'object',
  properties: { id: text, title: text, text, confidence: { type: 'number' } },
  required: ['id', 'title'],
  additionalProperties: false,
}
const schema: JsonSchema = {
  type: 'object',
  properties: {
    findings: { type: 'array', items: findingSchema },
    total_findings: { type: 'integer' },
    note: text,
  },
  required: ['findings', 'total_findings'],
}

const sentence =
  'The committee found that the measure had reduced the cost of transport in most of the regions. '
const finding = (index: number, words = sentence): Finding => ({
  id: `finding-${index}`,
  title: `Finding number ${index}`,
  text: words,
  confidence: ((index * 7) % 10) / 10,
})
const answer = (count: number, words?: string) => ({
  findings: Array.from({ length: count }, (_, index) => finding(index, words)),
  total_findings: count,
})

const toText = (draft: Draft, budget: number) =>
  JSON.stringify({ data: draft.data, ...toFidelityNotes(draft, { budget }) })

interface Special {
  readonly shape?: JsonSchema
  readonly count?: (text: string) => number
}
const fitTo = (
  budget: number,
  data: unknown,
  items: readonly ItemPlan<never>[] = [],
  { shape = schema, count = estimateTokens }: Special = {},
) =>
  fit(data, {
    schema: shape,
    plan: { items },
    budget,
    measure: (draft) => count(toText(draft, budget)),
  })
const findingsOf = ({ data }: Draft) => (data as { findings: Finding[] }).findings

const byConfidence: ItemPlan<Finding> = {
  path: 'findings',
  id: 'id',
  priority: ({ confidence }) => confidence,
}

describe('an answer within its budget', () => {
  it('comes back as the very same value', () => {
    const data = answer(5)
    const fitted = fitTo(20_000, data, [byConfidence])
    expect(fitted.data).toBe(data)
    expect(fitted).toMatchObject({ level: 'full', fits: true, droppedIds: [], omitted: [] })
  })
})

describe('an answer with a plan', () => {
  it('loses the items of the lowest priority, keeps their order, and lists the gone ones', () => {
    const data = answer(100)
    const fitted = fitTo(1_500, data, [byConfidence])
    const kept = findingsOf(fitted)
    expect(fitted).toMatchObject({
      level: 'partial',
      fits: true,
      counts: { total: 100, dropped: 100 - kept.length, condensed: 0, cutTexts: 0, wholes: 0 },
    })
    expect(kept.length).toBeGreaterThan(10)
    expect(kept).toEqual(data.findings.filter((one) => kept.includes(one)))
    expect(fitted.droppedIds).toEqual(
      data.findings.filter((one) => !kept.includes(one)).map(({ id }) => id),
    )
    expect(fitted.omitted.map(({ value }) => value)).toEqual(
      data.findings.filter((one) => !kept.includes(one)),
    )
    expect(fitted.data).toMatchObject({ total_findings: 100 })
    expect(fitted.tokens).toBeGreaterThan(1_350)
  })

  it('keeps whole items at every budget that has room for many, and leaves little of it', () => {
    const data = answer(400, sentence.repeat(4))
    const itemTokens = estimateTokens(JSON.stringify(data.findings[0]))
    for (let budget = 1_500; budget <= 6_000; budget += 37) {
      const fitted = fitTo(budget, data, [byConfidence])
      expect({
        budget,
        level: fitted.level,
        isFilled: fitted.tokens > budget * 0.95 - 2 * itemTokens,
      }).toEqual({ budget, level: 'partial', isFilled: true })
    }
  }, 60_000)

  it('never keeps an item where a more important one is gone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.nat(30)), { minLength: 20, maxLength: 60 }),
        fc.integer({ min: 512, max: 2_000 }),
        (shapes, budget) => {
          const findings = shapes.map(([confidence, times], index) => ({
            ...finding(index, sentence.repeat(times)),
            confidence,
          }))
          const fitted = fitTo(budget, { findings, total_findings: findings.length }, [
            byConfidence,
          ])
          if (fitted.level !== 'partial') return
          const kept = findingsOf(fitted)
          const gone = findings.filter((one) => !kept.includes(one))
          expect(Math.min(...kept.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(
            Math.max(-1, ...gone.map(({ confidence }) => confidence)),
          )
        },
      ),
      { numRuns: 50 },
    )
  })

  it('keeps the first items where priorities are equal or missing', () => {
    const data = answer(100)
    const kept = findingsOf(fitTo(1_500, data, [{ path: 'findings', id: 'id' }]))
    expect(kept).toEqual(data.findings.slice(0, kept.length))
  })

  it('never loses a protected item', () => {
    const isProtected = ({ id }: Finding) => id === 'finding-0' || id === 'finding-50'
    const kept = findingsOf(
      fitTo(1_500, answer(100), [{ ...byConfidence, protected: isProtected }]),
    )
    expect(kept.filter(isProtected)).toHaveLength(2)
  })

  it('keeps as many items as the schema asks for', () => {
    const shape = {
      ...schema,
      properties: {
        ...schema.properties,
        findings: { type: 'array', minItems: 40, items: findingSchema },
      },
    }
    expect(
      findingsOf(fitTo(1_500, answer(100), [byConfidence], { shape })).length,
    ).toBeGreaterThanOrEqual(40)
  })

  it('has items condensed by the plan if not even one fits', () => {
    const summarise = ({ id, title }: Finding) => ({ id, title: `In short: ${title}` })
    const fitted = fitTo(1_500, answer(10, sentence.repeat(100)), [{ ...byConfidence, summarise }])
    expect(fitted).toMatchObject({
      level: 'summary',
      fits: true,
      droppedIds: [],
      counts: { total: 10, dropped: 0, condensed: 10 },
    })
    expect(findingsOf(fitted)[3]).toEqual({ id: 'finding-3', title: 'In short: Finding number 3' })
    expect(fitted.omitted[3]).toMatchObject({
      kind: 'condensed',
      id: 'finding-3',
      path: 'findings[3]',
      value: finding(3, sentence.repeat(100)),
    })
  })

  it.each([
    ['missing', undefined],
    ['not what the schema asks for', () => ({ title: 7 })],
  ])('has long strings of items cut if the summary of the plan is %s', (_, summarise) => {
    const fitted = fitTo(1_500, answer(10, sentence.repeat(100)), [
      summarise === undefined ? byConfidence : { ...byConfidence, summarise },
    ])
    expect(fitted).toMatchObject({ level: 'summary', fits: true, counts: { condensed: 10 } })
    expect(findingsOf(fitted)[0]?.text).toMatch(
      /^The committee found .*… \[8,\d\d\d more characters\]$/,
    )
  })

  it('condenses instead of dropping when fewer items would be left than the plan asks for', () => {
    const data = answer(12, sentence.repeat(12))
    expect(fitTo(1_500, data, [byConfidence]).level).toBe('partial')
    expect(fitTo(1_500, data, [{ ...byConfidence, atLeast: 8 }])).toMatchObject({
      level: 'summary',
      fits: true,
    })
  })

  it('is left with references, and with some of them, when nothing else fits', () => {
    const isProtected = () => true
    const some = fitTo(1_500, answer(50, sentence.repeat(40)), [
      { ...byConfidence, protected: isProtected, summarise: () => undefined },
    ])
    expect(some).toMatchObject({ level: 'reference_only', fits: true, counts: { condensed: 50 } })
    expect(findingsOf(some)[7]).toEqual({ id: 'finding-7', title: 'Finding number 7' })
    const many = fitTo(1_500, answer(1_000, sentence.repeat(40)), [
      { ...byConfidence, atLeast: 1_000 },
    ])
    expect(many).toMatchObject({ level: 'reference_only', fits: true, counts: { total: 1_000 } })
    expect(many.counts.dropped + many.counts.condensed).toBe(1_000)
    expect(many.droppedIds).toHaveLength(many.counts.dropped)
  })

  it('may have several planned arrays, deep inside, and one in each item of another', () => {
    const data = {
      report: { findings: answer(40).findings },
      groups: [
        { name: 'a', hits: answer(40).findings },
        { name: 'b', hits: answer(40).findings },
      ],
    }
    const plan: ItemPlan<Finding>[] = [
      { ...byConfidence, path: 'report.findings' },
      { ...byConfidence, path: 'groups.hits', priority: () => -1 },
    ]
    const fitted = fitTo(1_800, data, plan, { shape: {} })
    expect(fitted).toMatchObject({
      level: 'partial',
      fits: true,
      data: {
        groups: [
          { name: 'a', hits: [] },
          { name: 'b', hits: [] },
        ],
      },
    })
    const roomy = fitTo(4_500, data, plan, { shape: {} })
    expect(roomy).toMatchObject({ level: 'partial', data: { report: data.report } })
    expect(roomy.omitted.every(({ path }) => /^groups\[\d\]\.hits\[\d+\]$/.test(path))).toBe(true)
  })

  it('has what has no plan shortened too, but not before it takes half of the answer', () => {
    const fitted = fitTo(1_500, { ...answer(100), note: sentence.repeat(200) }, [byConfidence])
    expect(fitted).toMatchObject({ level: 'partial', fits: true, counts: { cutTexts: 1 } })
    expect(findingsOf(fitted).length).toBeGreaterThan(5)
  })
})

describe('an answer without a plan', () => {
  it('has its longest strings cut, with a marker that says how much is gone', () => {
    const note = sentence.repeat(200)
    const fitted = fitTo(1_000, { ...answer(3), note })
    const cut = (fitted.data as { note: string }).note
    const [, gone = ''] = /… \[([\d,]+) more characters\]$/.exec(cut) ?? []
    expect(note.startsWith(cut.slice(0, cut.indexOf('…')))).toBe(true)
    expect(cut.indexOf('…') + Number(gone.replaceAll(',', ''))).toBe(note.length)
    expect(fitted).toMatchObject({
      level: 'partial',
      fits: true,
      data: answer(3),
      omitted: [{ kind: 'text', path: 'note', value: note }],
    })
    expect(fitted.tokens).toBeGreaterThan(900)
  })

  it('has the ends of its arrays left out and counted', () => {
    const data = answer(500)
    const fitted = fitTo(2_000, data)
    const kept = findingsOf(fitted)
    expect(kept).toEqual(data.findings.slice(0, kept.length))
    expect(fitted).toMatchObject({
      counts: { total: 500, dropped: 500 - kept.length },
      omitted: [
        { kind: 'rest', path: `findings[${kept.length}]`, value: data.findings.slice(kept.length) },
      ],
    })
  })

  it('keeps more items when they are long, each a bit shorter', () => {
    const kept = findingsOf(fitTo(3_000, answer(10, sentence.repeat(200))))
    expect(kept).toHaveLength(10)
  })

  it('keeps only the first of many properties whose names the schema does not know', () => {
    const files = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`src/file-${index}.ts`, index]),
    )
    const shape = {
      properties: {
        files: { additionalProperties: { type: 'integer' } },
        total: { type: 'integer' },
      },
    }
    const fitted = fitTo(2_000, { files, total: 3_000 }, [], { shape })
    const kept = Object.keys((fitted.data as { files: object }).files)
    expect(kept).toEqual(Object.keys(files).slice(0, kept.length))
    expect(kept.length).toBeGreaterThan(100)
    expect(fitted).toMatchObject({
      fits: true,
      data: { total: 3_000 },
      counts: { total: 3_000, dropped: 3_000 - kept.length },
    })
  })

  it('counts right also if it is cut a second time', () => {
    const note = sentence.repeat(200)
    const once = fitTo(1_500, { ...answer(0), note }).data
    const cut = (fitTo(600, once).data as { note: string }).note
    const [, gone = ''] = /… \[([\d,]+) more characters\]$/.exec(cut) ?? []
    expect(cut.indexOf('…') + Number(gone.replaceAll(',', ''))).toBe(note.length)
  })
})

describe('a budget', () => {
  it('is not met if the schema does not allow it', () => {
    const shape: JsonSchema = {
      properties: {
        codes: { type: 'array', minItems: 900, items: { type: 'string', format: 'uuid' } },
        note: text,
      },
    }
    const codes = Array.from(
      { length: 900 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    )
    const fitted = fitTo(1_000, { codes, note: sentence.repeat(20) }, [], { shape })
    expect(fitted.fits).toBe(false)
    expect(fitted.tokens).toBeGreaterThan(1_000)
    expect(fitted.data).toMatchObject({
      codes,
      note: expect.stringMatching(/^… \[1,\d+ more characters\]$/),
    })
  })

  it('may be counted by the exact tokenizer, which lets more in', () => {
    const exact = fitTo(2_000, answer(300), [byConfidence], { count: countTokens })
    const estimated = fitTo(2_000, answer(300), [byConfidence])
    expect(exact.tokens).toBeLessThanOrEqual(2_000)
    expect(findingsOf(exact).length).toBeGreaterThan(findingsOf(estimated).length)
  })

  it('holds for an answer that the model sees twice', () => {
    const count = (text: string) => 2 * estimateTokens(text)
    const twice = fitTo(3_000, answer(300), [byConfidence], { count })
    expect(twice).toMatchObject({ fits: true, level: 'partial' })
    expect(twice.tokens).toBeGreaterThan(2_700)
  })
})
