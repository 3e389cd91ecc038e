import { describe, expect, it } from 'vitest'
import { dtprContract } from '../../contracts/dtpr/contract.ts'
import { responseV2Contract } from '../../contracts/response-v2/contract.ts'
import { negotiate } from './negotiate.ts'
import { representationsOf } from './requests/representations-of.ts'

const offered = representationsOf(responseV2Contract)
const vendor = (dialect: string) => `application/vnd.toolaccord.${dialect}+json`

function choose(accept: string | null): readonly [mediaType: string, dialect: string] | undefined {
  const chosen = negotiate(accept, offered)
  return chosen && [chosen.mediaType, chosen.contract.name]
}

describe('negotiation', () => {
  it.each([
    null,
    '',
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'text/html, */*;q=0.1',
    'text/html,application/json',
  ])('gives plain JSON in the own dialect for %j', (accept) => {
    expect(choose(accept)).toEqual(['application/json', 'response-v2'])
  })

  it.each([
    [vendor('dtpr'), 'dtpr'],
    [vendor('response-v2'), 'response-v2'],
    [vendor('MCP-guide'), 'mcp-guide'],
    [`*/*, ${vendor('dtpr')}`, 'dtpr'],
    [`application/*;q=1, ${vendor('chemigram')};q=1`, 'chemigram'],
    [`application/json;q=0.5, ${vendor('dtpr')};q=0.9`, 'dtpr'],
    [`${vendor('unknown')}, ${vendor('dtpr')};q=0.2`, 'dtpr'],
    [`${vendor('chemigram')};q=0.1, ${vendor('mcp-guide')};q=0.2`, 'mcp-guide'],
    [`${vendor('dtpr')}, application/json`, 'dtpr'],
  ])('gives the vendor type for %j', (accept, dialect) => {
    expect(choose(accept)).toEqual([vendor(dialect), dialect])
  })

  it.each([
    `application/json;q=0.9, ${vendor('dtpr')};q=0.5`,
    `application/json, ${vendor('dtpr')}`,
    `*/*;q=0.8, ${vendor('dtpr')};q=0.2`,
    `*/*, ${vendor('dtpr')};q=0`,
  ])('gives plain JSON if it is liked better: %j', (accept) => {
    expect(choose(accept)).toEqual(['application/json', 'response-v2'])
  })

  it.each([
    'text/html',
    'application/xml',
    vendor('unknown'),
    'application/json;q=0',
    '*/*;q=0',
    'nonsense',
    'application/problem+json',
  ])('admits nothing for %j', (accept) => {
    expect(choose(accept)).toBeUndefined()
  })

  it('overrules a wildcard by an exact type', () => {
    expect(choose('application/json;q=0, */*')).toEqual([vendor('response-v2'), 'response-v2'])
  })

  it('offers a contract of its own under its own name, beside the known dialects', () => {
    const own = { ...dtprContract, name: 'house' }
    const names = representationsOf(own).map(({ mediaType }) => mediaType)
    expect(names).toEqual([
      'application/json',
      ...['house', 'chemigram', 'dtpr', 'mcp-guide', 'response-v2'].map(vendor),
    ])
  })

  it('offers each dialect once', () => {
    const names = offered.map(({ mediaType }) => mediaType)
    expect(names).toEqual([
      'application/json',
      ...['response-v2', 'chemigram', 'dtpr', 'mcp-guide'].map(vendor),
    ])
  })
})
