import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxContentBytes } from '../archive-options.ts'
import { fromReferenceText, toReferenceText } from './reference.ts'

const hash = 'a'.repeat(64)
const owner = 'b'.repeat(64)
const name = fc.stringMatching(/^[a-z0-9][a-z0-9.+_-]{0,38}$/)
const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 })
const references = fc.record(
  {
    hash: fc.constant(hash),
    owner: fc.constant(owner),
    createdAt: time,
    expiresAt: time,
    bytes: fc.integer({ min: 1, max: maxContentBytes + 1 }),
    state: fc.constantFrom('kept', 'pinned', 'quarantined'),
    type: fc.tuple(name, name).map((names) => names.join('/')),
    scopes: fc.array(fc.stringMatching(/^[\x21-\x7e]{1,20}$/), { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ['hash', 'owner', 'createdAt', 'expiresAt', 'bytes', 'state'] },
)

describe('the text of a reference', () => {
  it('gives the same reference back, and without scopes fits into the name of a file', () => {
    fc.assert(
      fc.property(references, (reference) => {
        const text = toReferenceText(reference)
        expect(fromReferenceText(hash, owner, text)).toEqual(reference)
        if (reference.scopes === undefined) expect(text).toMatch(/^[a-z0-9.+_=-]{7,120}$/)
      }),
    )
  })

  it.each([
    '',
    'k',
    '1.2.3',
    '1.2.3.x',
    '1.2.3.k.',
    '1.2.3.k.a',
    '1.2.3.k.a=/b',
    '1.2.3.k.../x',
    '-1.2.3.k',
    '1.2.3.k\n',
    '1.2.3.k~',
    '1.2.3.k~a  b',
  ])('is not %j', (text) => {
    expect(fromReferenceText(hash, owner, text)).toBeUndefined()
  })
})
