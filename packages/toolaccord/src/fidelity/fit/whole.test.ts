import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FidelityPlan } from '../../define/fidelity-plan.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { toFidelityNotes } from '../fidelity-notes.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import type { Draft } from './drafter.ts'
import { fit } from './fit.ts'

const text = { type: 'string' }
const schema: JsonSchema = {
  type: 'object',
  properties: {
    note: text,
    forms: { type: 'object', properties: { one: {}, two: {} } },
    findings: {
      type: 'array',
      items: { type: 'object', properties: { id: text, text, body: {} }, required: ['id'] },
    },
  },
  required: ['note', 'findings'],
}
const plan: FidelityPlan = {
  items: [{ path: 'findings', id: 'id' }],
  whole: ['forms.one', 'forms.two', 'findings.body'],
}

interface Answer {
  readonly note: string
  readonly forms?: { readonly one?: unknown; readonly two?: unknown }
  readonly findings: readonly { readonly id: string; readonly body?: unknown }[]
}

const measureFor = (budget: number) => (draft: Draft) =>
  estimateTokens(JSON.stringify({ data: draft.data, ...toFidelityNotes(draft, { budget }) }))
const fitTo = (budget: number, data: unknown, by: FidelityPlan = plan) =>
  fit(data, { schema, plan: by, budget, measure: measureFor(budget) })

const words = (count: number) => 'The form has a field for each of the answers. '.repeat(count)
const document = fc.oneof(
  fc.nat(60).map(words),
  fc.array(fc.record({ name: fc.string(), of: fc.nat(20).map(words) }), { maxLength: 12 }),
)
const answers: fc.Arbitrary<Answer> = fc.record({
  note: fc.nat(40).map(words),
  forms: fc.record({ one: document, two: document }),
  findings: fc
    .array(fc.record({ body: document, text: fc.nat(30).map(words) }))
    .map((all) => all.map((one, index) => ({ id: `f-${index}`, ...one }))),
})

describe('a part that is there whole or not at all', () => {
  it('is never changed, and its path is an id if it is gone', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 300, max: 3_000 }), (answer, budget) => {
        const fitted = fitTo(budget, answer)
        const { forms, findings } = fitted.data as Answer
        for (const name of ['one', 'two'] as const) {
          const isGone = forms?.[name] === undefined
          if (!isGone) expect(forms[name]).toBe(answer.forms?.[name])
          expect(fitted.droppedIds.includes(`forms.${name}`)).toBe(isGone)
        }
        for (const { id, body } of findings) {
          const whole = answer.findings.find((one) => one.id === id)
          expect([undefined, whole?.body]).toContain(body)
        }
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('stays as long as it fits beside the least of everything else', () => {
    const answer = { note: words(200), forms: { one: words(40), two: words(400) }, findings: [] }
    const fitted = fitTo(900, answer)
    expect(fitted).toMatchObject({
      level: 'partial',
      fits: true,
      data: { note: expect.stringMatching(/more characters\]$/), forms: { one: words(40) } },
      droppedIds: ['forms.two'],
      counts: { wholes: 1, cutTexts: 1 },
    })
    expect(fitted.data).not.toHaveProperty('forms.two')
    expect(fitted.omitted).toContainEqual({
      kind: 'whole',
      path: 'forms.two',
      id: 'forms.two',
      value: words(400),
    })
  })

  it('is left out of an item that is condensed', () => {
    const findings = [{ id: 'f-0', text: 'Short.', body: words(400) }]
    const fitted = fitTo(600, { note: '', findings })
    expect(fitted).toMatchObject({
      level: 'summary',
      data: { findings: [{ id: 'f-0', text: 'Short.' }] },
      omitted: [{ kind: 'condensed', id: 'f-0', value: findings[0] }],
    })
    expect(fitted.data).not.toHaveProperty('findings[0].body')
  })

  it('may be all of the data, which then does not fit', () => {
    const answer = { note: words(200), findings: [] }
    const fitted = fitTo(600, answer, { items: [], whole: [''] })
    expect(fitted.fits).toBe(false)
    expect(fitted.data).toBe(answer)
  })
})

const planned: FidelityPlan = { items: [{ path: 'findings', id: 'id' }] }
const unplanned: FidelityPlan = { items: [] }

describe('an array', () => {
  it.each([
    ['with a plan', planned],
    ['without a plan', unplanned],
  ])(
    '%s has an item if one fits beside what must stay',
    (_, by) => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(12), { minLength: 1, maxLength: 60 }),
          fc.integer({ min: 100, max: 1_000 }),
          fc.nat(40),
          (lengths, budget, noteLength) => {
            const findings = lengths.map((times, index) => ({
              id: `finding-${index}`,
              text: words(times),
            }))
            const answer = { note: words(noteLength), findings }
            const fitted = fitTo(budget, answer, by)
            if ((fitted.data as Answer).findings.length > 0) return
            // The same answer with its first item, and with the notes of the empty one.
            const data = { ...(fitted.data as Answer), findings: findings.slice(0, 1) }
            expect(measureFor(budget)({ ...fitted, data })).toBeGreaterThan(budget)
          },
        ),
        { numRuns: 300, examples: [[[0, 10, 10, 0], 263, 0]] },
      )
    },
    60_000,
  )

  it('that has a plan and is empty does not keep other texts from being shown', () => {
    const fitted = fitTo(800, { note: words(400), findings: [] }, planned)
    expect(fitted).toMatchObject({ level: 'partial', fits: true })
    expect((fitted.data as Answer).note.length).toBeGreaterThan(1_000)
  })
})
