import { describe, expect, expectTypeOf, it } from 'vitest'
import { kinds } from '../../outcome/kinds.ts'
import { responseV2 } from '../index.ts'

const meta = { version: 'response-v2' }

describe('successResponse', () => {
  it('keeps the type of the data', () => {
    expectTypeOf(responseV2.successResponse({ count: 1 }).data.count).toEqualTypeOf<number>()
    expectTypeOf(responseV2.successResponse(['a']).data.items).toEqualTypeOf<string[]>()
  })

  it('puts an array under items, because data is always an object', () => {
    expect(responseV2.successResponse(['a'])).toEqual({
      success: true,
      data: { items: ['a'] },
      error: null,
      meta,
    })
  })

  it('takes warnings as strings and with structure', () => {
    const { meta } = responseV2.successResponse(
      {},
      { warnings: ['Plain.', { code: 'STALE_CACHE', message: 'Old.' }] },
    )
    expect(meta).toMatchObject({
      warnings: ['Plain.', 'Old.'],
      warning_details: [{ code: 'STALE_CACHE', message: 'Old.' }],
    })
  })

  it.each([{ droppedContentIds: ['a'] }, { contentArchiveHashes: { a: 'sha256:1' } }])(
    'calls content partial if it says what is missing: %j',
    (options) => {
      expect(responseV2.successResponse({}, options).meta).toMatchObject({
        content_fidelity: 'partial',
        content_fidelity_schema_version: '1.0',
      })
    },
  )

  it('says nothing of fidelity if nothing is known', () => {
    expect(responseV2.successResponse({}, { requestId: '', warnings: [] })).toEqual({
      success: true,
      data: {},
      error: null,
      meta,
    })
  })
})

describe('the meta option', () => {
  it('adds properties by their name on the wire, those of the contract included', () => {
    const more = {
      tenant: 'x',
      warnings: ['Old.'],
      pagination: { cursor: null, has_more: false, page: 3 },
    }
    expect(responseV2.errorResponse('No.', { meta: more }).meta).toEqual({ ...meta, ...more })
  })

  it('never replaces the version', () => {
    expect(responseV2.successResponse({}, { meta: { version: 'response-v3' } }).meta).toEqual(meta)
  })

  it('never replaces an option', () => {
    const options = { requestId: 'req_1', meta: { request_id: 'req_2' } }
    expect(responseV2.successResponse({}, options).meta).toEqual({ ...meta, request_id: 'req_1' })
  })
})

describe('a warning', () => {
  it('has the severity of its standard code unless it brings one', () => {
    const warnings = [
      { code: 'STALE_CACHE', message: 'Old.' },
      { code: 'STALE_CACHE', severity: 'error', message: 'Very old.' },
      { code: 'MINE', message: 'Mine.' },
    ] as const
    expect(responseV2.successResponse({}, { warnings }).meta.warning_details).toEqual([
      { code: 'STALE_CACHE', severity: 'warning', message: 'Old.' },
      { code: 'STALE_CACHE', severity: 'error', message: 'Very old.' },
      { code: 'MINE', message: 'Mine.' },
    ])
  })
})

describe('errorResponse', () => {
  it('is an internal error unless it is given another code', () => {
    expect(responseV2.errorResponse('No.')).toEqual({
      success: false,
      data: {
        error_code: 'INTERNAL_ERROR',
        error_type: 'internal',
        remediation: kinds.internal.retry,
      },
      error: 'No.',
      meta,
    })
  })

  it.each([
    ['SPEC_NOT_FOUND', 'not_found'],
    ['RATE_LIMIT_EXCEEDED', 'rate_limit'],
    ['A_CODE_OF_MY_OWN', 'internal'],
    ['constructor', 'internal'],
  ] as const)('gives the code %s the type %s and its advice', (errorCode, type) => {
    expect(responseV2.errorResponse('No.', { errorCode }).data).toEqual({
      error_code: errorCode,
      error_type: type,
      remediation: kinds[type].retry,
    })
  })

  it('takes a type of its own', () => {
    const options = { errorCode: 'AMBIGUOUS', errorType: 'conflict' } as const
    expect(responseV2.errorResponse('No.', options).data).toEqual({
      error_code: 'AMBIGUOUS',
      error_type: 'conflict',
      remediation: kinds.conflict.retry,
    })
  })

  it('merges data, which cannot replace what the error says', () => {
    const data = { feature: 'tree_view', error_code: 'OTHER', details: 7 }
    expect(responseV2.errorResponse('No.', { data }).data).toEqual({
      feature: 'tree_view',
      error_code: 'INTERNAL_ERROR',
      error_type: 'internal',
      remediation: kinds.internal.retry,
    })
  })

  it('keeps an empty remediation and drops empty details', () => {
    expect(responseV2.errorResponse('No.', { remediation: '', details: {} }).data).toEqual({
      error_code: 'INTERNAL_ERROR',
      error_type: 'internal',
      remediation: '',
    })
  })

  it('carries telemetry and rate limit', () => {
    const options = { telemetry: { duration_ms: 2 }, rateLimit: { limit: 5 } }
    expect(responseV2.errorResponse('No.', options).meta).toEqual({
      ...meta,
      telemetry: { duration_ms: 2 },
      rate_limit: { limit: 5 },
    })
  })
})

describe('the specialised errors', () => {
  it('validationError names the field, unless the details do', () => {
    expect(responseV2.validationError('No.', { field: 'id' }).data).toEqual({
      error_code: 'VALIDATION_ERROR',
      error_type: 'validation',
      remediation: kinds.validation.retry,
      details: { field: 'id' },
    })
    const options = { field: 'id', details: { field: 'ids[0]' } }
    expect(responseV2.validationError('No.', options).data.details).toEqual({ field: 'ids[0]' })
    expect(responseV2.validationError('No.').data).toEqual({
      error_code: 'VALIDATION_ERROR',
      error_type: 'validation',
      remediation: kinds.validation.retry,
    })
  })

  it('notFoundError names the resource', () => {
    expect(responseV2.notFoundError('Spec', 'auth-001', { requestId: 'req_1' })).toEqual({
      success: false,
      data: {
        resource_type: 'Spec',
        resource_id: 'auth-001',
        error_code: 'NOT_FOUND',
        error_type: 'not_found',
        remediation: 'Verify that the spec ID exists.',
      },
      error: "Spec 'auth-001' not found",
      meta: { ...meta, request_id: 'req_1' },
    })
  })

  it('rateLimitError has the limit in the shape of the source document', () => {
    const limit = { limit: 100, period: 'minute', retryAfterSeconds: 45, resetAt: 1764158400 }
    expect(responseV2.rateLimitError(limit)).toEqual({
      success: false,
      data: {
        retry_after_seconds: 45,
        error_code: 'RATE_LIMIT_EXCEEDED',
        error_type: 'rate_limit',
        remediation: 'Wait 45 seconds before retrying.',
      },
      error: 'Rate limit exceeded: 100 requests per minute',
      meta: {
        ...meta,
        rate_limit: { limit: 100, remaining: 0, reset_at: 1764158400, retry_after_seconds: 45 },
      },
    })
  })

  it('unauthorizedError has a message of its own', () => {
    expect(responseV2.unauthorizedError()).toMatchObject({
      error: 'Authentication required',
      data: { error_code: 'UNAUTHORIZED', error_type: 'authentication' },
    })
    expect(responseV2.unauthorizedError('The token has expired.').error).toBe(
      'The token has expired.',
    )
  })

  it('forbiddenError names the permission that is missing, if there is one', () => {
    const remediation = kinds.authorization.retry
    const data = { error_code: 'FORBIDDEN', error_type: 'authorization', remediation }
    expect(responseV2.forbiddenError('No.', { requiredPermission: 'spec:write' }).data).toEqual({
      required_permission: 'spec:write',
      ...data,
    })
    expect(responseV2.forbiddenError('No.').data).toEqual(data)
  })

  it('conflictError carries details', () => {
    expect(responseV2.conflictError('No.', { details: { state: 'done' } }).data).toEqual({
      error_code: 'CONFLICT',
      error_type: 'conflict',
      remediation: kinds.conflict.retry,
      details: { state: 'done' },
    })
  })

  it('internalError asks to report the request id', () => {
    expect(responseV2.internalError(undefined, { requestId: 'req_1' })).toMatchObject({
      error: 'An internal error occurred',
      data: {
        error_code: 'INTERNAL_ERROR',
        remediation: 'Retry later; if it happens again, report request id req_1.',
      },
    })
    expect(responseV2.internalError().data.remediation).toBe(
      'Retry later; if it happens again, report it.',
    )
  })

  it('unavailableError says when to come back, if that is known', () => {
    const data = { error_code: 'UNAVAILABLE', error_type: 'unavailable' }
    expect(responseV2.unavailableError('No.', { retryAfterSeconds: 30 }).data).toEqual({
      retry_after_seconds: 30,
      ...data,
      remediation: 'Wait 30 seconds before retrying.',
    })
    expect(responseV2.unavailableError('No.', { retryAfterSeconds: 0 }).data).toEqual({
      ...data,
      remediation: 'Retry with backoff.',
    })
  })

  it('featureDisabledError names the feature', () => {
    const options = { remediation: 'Ask Ada.' }
    expect(responseV2.featureDisabledError('tree_view', options)).toMatchObject({
      error: "Feature 'tree_view' is not enabled",
      data: {
        feature: 'tree_view',
        error_code: 'FEATURE_DISABLED',
        error_type: 'feature_flag',
        remediation: 'Ask Ada.',
      },
    })
  })

  it('take more context, but no other code', () => {
    const options = { errorCode: 'OTHER', data: { attempt: 2 } }
    expect(responseV2.notFoundError('Spec', 'a', options).data).toMatchObject({
      error_code: 'NOT_FOUND',
      attempt: 2,
      resource_id: 'a',
    })
  })
})
