import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { planFaults } from './plan-faults.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    report: { $ref: '#/$defs/report' },
    groups: {
      type: 'array',
      items: { type: 'object', properties: { hits: { type: 'array', items: { type: 'string' } } } },
    },
    maybe: {
      anyOf: [
        { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
        { type: 'null' },
      ],
    },
  },
  required: ['total', 'report'],
  $defs: {
    report: {
      type: 'object',
      properties: {
        findings: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string' }, text: { type: 'string' } },
          },
        },
      },
    },
  },
}

const noArray =
  'there is no array at this path of the output; ' +
  "name properties with dots between them, as 'report.findings'"

describe('planFaults', () => {
  it('finds none in a plan that works', () => {
    const items = [
      { path: 'report.findings', id: 'id' },
      { path: 'groups.hits', id: (item: string) => item },
      { path: 'groups', id: () => '' },
      { path: 'maybe', id: 'key', atLeast: 0 },
    ]
    expect(planFaults({ items }, schema)).toEqual([])
  })

  it('names every fault', () => {
    const items = [
      { path: 'findings', id: 'id' },
      { path: 'total', id: 'id' },
      { path: 'report.findings', id: 'name' },
      { path: 'maybe', id: 'key', atLeast: -1 },
    ]
    expect(planFaults({ items }, schema)).toEqual([
      `fidelity 'findings': ${noArray}`,
      `fidelity 'total': ${noArray}`,
      "fidelity 'report.findings': its items have no property 'name' for an id; they have id, text",
      "fidelity 'maybe': atLeast is -1, and must be a whole number from 0 on",
    ])
  })

  it('finds none if what is whole may be left out', () => {
    const items = [{ path: 'report.findings', id: 'id' }]
    const whole = ['maybe', 'report.findings.text']
    expect(planFaults({ items, whole }, schema)).toEqual([])
    expect(planFaults({ items: [], whole: [''] }, schema)).toEqual([])
  })

  it('names every fault of what is whole', () => {
    const items = [{ path: 'maybe', id: 'key' }]
    const whole = ['note', 'report', 'groups.hits', 'maybe']
    expect(planFaults({ items, whole }, schema)).toEqual([
      "fidelity.whole 'note': there is no property at this path of the output; " +
        "name properties with dots between them, as 'report.document'",
      "fidelity.whole 'report': the output schema requires it; " +
        'make it optional, because it may be left out',
      "fidelity.whole 'groups.hits': 'groups' is an array without a plan; " +
        'name it in items too, so that what is left out has an id',
      "fidelity 'maybe': it is part of 'maybe', which is whole",
    ])
    expect(planFaults({ items, whole: [''] }, schema)).toEqual([
      "fidelity 'maybe': it is part of '', which is whole",
    ])
  })
})
