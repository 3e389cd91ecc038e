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
})
