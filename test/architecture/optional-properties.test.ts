import { describe, expect, it } from 'vitest'
import { isTest, readSources } from './sources.ts'

const sources = readSources('packages/toolaccord/src').filter(({ path }) => !isTest(path))

/** Interfaces that authors and operators write values of. */
const interfaces =
  /^export interface (?<name>\w+(?:Options|Init|Plan|Fidelity|Details))\b(?<body>[^]*?)^\}/gm

/** A property that may be left out, with its type over as many lines as it has. */
const optional = /^ {2}readonly (?<name>\w+)\?:(?<type>(?:.*\n)(?: {4,}.*\n)*)/gm

/** The properties whose types do not say that they may be undefined. */
function exactOnly(text: string): readonly string[] {
  return [...text.matchAll(interfaces)].flatMap(({ groups: found }) =>
    [...(found?.body ?? '').matchAll(optional)]
      .filter(({ groups }) => !/\b(undefined|unknown)\s*$/.test(groups?.type ?? ''))
      .map(({ groups }) => `${found?.name}.${groups?.name}`),
  )
}

// A strict compiler (exactOptionalPropertyTypes) refuses `{ port: undefined }` otherwise.
describe('a property of options that may be left out', () => {
  it('may also be undefined', () => {
    expect(sources.flatMap(({ text }) => exactOnly(text))).toEqual([])
  })

  it('is looked for in the right places', () => {
    expect(exactOnly('export interface AOptions {\n  readonly b?: string\n}\n')).toEqual([
      'AOptions.b',
    ])
    const found = sources.flatMap(({ text }) => [...text.matchAll(interfaces)])
    expect(found.length).toBeGreaterThan(30)
  })
})
