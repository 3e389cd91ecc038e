import { expect, it } from 'vitest'
import { jsonRpcErrors } from './json-rpc-errors.ts'

it('is exactly this: clients rely on the numbers', () => {
  expect(jsonRpcErrors).toEqual({
    parseError: -32_700,
    invalidRequest: -32_600,
    methodNotFound: -32_601,
    invalidParams: -32_602,
    internalError: -32_603,
    serverError: -32_000,
    sessionNotFound: -32_001,
    headerMismatch: -32_020,
  })
})
