import { expect, it } from 'vitest'
import { estimateDigestTokens } from './estimate-digest-tokens.ts'
import { isDigest } from './is-digest.ts'

it('isDigest knows a digest by its content type', () => {
  const types = ['digest/v1', 'digest/v2', 'text/plain', '']
  expect(types.map(isDigest)).toEqual([true, false, false, false])
})

it('estimateDigestTokens counts the size of the digest', () => {
  expect(estimateDigestTokens({ digest_chars: 2_503 })).toBe(625)
})
