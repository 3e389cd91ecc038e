import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Codebook } from '../../outcome/codebook.ts'
import { failure, rejection } from '../../outcome/failure.ts'
import { type Kind, kinds } from '../../outcome/kinds.ts'
import { type Notes, ok } from '../../outcome/outcome.ts'
import { responseV2Contract } from './contract.ts'

const { encode, decode, is, schema } = responseV2Contract
const version = 'response-v2'
const metaOf = (notes: Notes) => encode(ok({}, notes)).body.meta

describe('data of response-v2', () => {
  it('is an object on failure too: code, type, remediation, details with the field', () => {
    const outcome = failure('NOT_FOUND', {
      message: 'No.',
      path: 'id',
      hint: 'List them.',
      details: { id: 7 },
    })
    const body = {
      success: false,
      data: {
        error_code: 'NOT_FOUND',
        error_type: 'not_found',
        remediation: 'List them.',
        details: { field: 'id', id: 7 },
      },
      error: 'No.',
      meta: { version },
    }
    expect(encode(outcome)).toEqual({ body })
    expect(decode({ body })).toEqual(outcome)
  })

  it.each(Object.entries(kinds))(
    'advises what the kind %s advises if a problem brings no hint',
    (kind, { retry }) => {
      const codes = { gone: { kind: kind as Kind } }
      const outcome = failure('gone', { message: 'No.' })
      const wire = encode(outcome, codes)
      expect(wire.body.data).toHaveProperty('remediation', retry)
      expect(decode(wire, codes)).toEqual(outcome)
      expect(wire).not.toHaveProperty('overflow')
    },
  )

  it('gives the advice of a kind back as a hint if it was one', () => {
    const outcome = failure('NOT_FOUND', { message: 'No.', hint: kinds.not_found.retry })
    expect(decode(encode(outcome))).toEqual(outcome)
  })

  it.each([
    ['FEATURE_DISABLED', { feature: 'tree_view' }],
    ['RATE_LIMIT_EXCEEDED', { retry_after_seconds: 45 }],
    ['UNAVAILABLE', { retry_after_seconds: 1 }],
    ['NOT_FOUND', { resource_type: 'Spec', resource_id: 'auth-001' }],
    ['FORBIDDEN', { required_permission: 'spec:write' }],
  ])('has the details of %s that the source puts there', (code, details) => {
    const outcome = failure(code, { message: 'No.', details: { ...details, more: 1 } })
    const { body } = encode(outcome)
    expect(body.data).toMatchObject({ ...details, error_code: code, details: { more: 1 } })
    expect(decode({ body })).toEqual(outcome)
  })

  it('lists the errors when there are several, the first included', () => {
    const outcome = rejection([
      { code: 'NOT_FOUND', message: 'First.' },
      { code: 'CONFLICT', message: 'Second.', hint: 'Wait.' },
    ])
    const { body } = encode(outcome)
    expect(body.data).toEqual({
      error_code: 'NOT_FOUND',
      error_type: 'not_found',
      remediation: kinds.not_found.retry,
      errors: [
        { message: 'First.', error_code: 'NOT_FOUND', error_type: 'not_found' },
        {
          message: 'Second.',
          error_code: 'CONFLICT',
          error_type: 'conflict',
          remediation: 'Wait.',
        },
      ],
    })
    expect(decode({ body })).toEqual(outcome)
  })

  it.each([
    ['named like one of the error', { error_code: 'E42', found: 3 }],
    ['named like a detail of its code', { retry_after_seconds: 7 }],
    ['that is called partial_data', { partial_data: { found: 3 } }],
    ['in an array', [1, 2]],
    ['that is a number', 7],
    ['that is null', null],
  ])('has partial data %s under a name of its own', (_, data) => {
    const details = { retry_after_seconds: 30 }
    const outcome = failure('RATE_LIMIT_EXCEEDED', { message: 'Later.', details, data })
    const encoded = encode(outcome)
    expect(encoded.body.data).toEqual({
      error_code: 'RATE_LIMIT_EXCEEDED',
      error_type: 'rate_limit',
      remediation: expect.any(String) as string,
      retry_after_seconds: 30,
      partial_data: data,
    })
    expect(encoded.overflow).toBeUndefined()
    expect(decode(encoded)).toEqual(outcome)
  })

  it('has the kind of the codebook that it is given as error_type', () => {
    const typeIn = (codes?: Codebook) => encode(failure('locked'), codes).body.data
    expect(typeIn({ locked: { kind: 'conflict' } })).toHaveProperty('error_type', 'conflict')
    expect(typeIn()).toHaveProperty('error_type', 'internal')
  })

  it('of a foreign failure without a code is an internal error', () => {
    expect(decode({ body: { success: false, data: {}, error: 'No.', meta: { version } } })).toEqual(
      failure('INTERNAL_ERROR', { message: 'No.' }),
    )
  })
})

describe('meta of response-v2', () => {
  it('holds its version and nothing else if there is nothing to say', () => {
    expect(metaOf({ requestId: '', message: '', instruction: '', warnings: [] })).toEqual({
      version,
    })
  })

  it('keeps its version whatever the notes hold', () => {
    expect(metaOf({ extra: { version: 'response-v3' } })).toEqual({ version })
  })

  it('holds every note', () => {
    const notes: Omit<Required<Notes>, 'attachments' | 'job'> = {
      requestId: 'req_1',
      message: 'Done.',
      instruction: 'Go on.',
      warnings: [
        { message: 'Plain.' },
        { code: 'STALE_CACHE', severity: 'warning', message: 'Old.', context: { age: 1 } },
      ],
      next: [{ tool: 'list_notes', args: { limit: 5 }, why: 'to see every id' }],
      page: { cursor: 'abc', hasMore: true, size: 10, total: 11 },
      rateLimit: { limit: 10, remaining: 1, resetAt: 1764158400, retryAfterSeconds: 3 },
      timing: { duration_ms: 5 },
      fidelity: {
        level: 'summary',
        schemaVersion: '1.0',
        droppedIds: ['a'],
        archiveHashes: { b: 'sha256:1' },
      },
      version: 'ai@1',
      contentHash: 'sha256-1',
      deprecation: { since: '1.1.0', use: 'get_note', removeIn: '2.0.0' },
      extra: { tenant: 'x', telemetry: { region: 'eu' } },
    }
    expect(encode(ok({}, notes))).toEqual({
      body: {
        success: true,
        data: {},
        error: null,
        meta: {
          version,
          request_id: 'req_1',
          message: 'Done.',
          instruction: 'Go on.',
          warnings: ['Plain.', 'Old.'],
          warning_details: [
            { code: 'STALE_CACHE', severity: 'warning', message: 'Old.', context: { age: 1 } },
          ],
          next: [{ tool: 'list_notes', arguments: { limit: 5 }, why: 'to see every id' }],
          pagination: { cursor: 'abc', has_more: true, page_size: 10, total_count: 11 },
          rate_limit: { limit: 10, remaining: 1, reset_at: 1764158400, retry_after_seconds: 3 },
          telemetry: { duration_ms: 5, region: 'eu' },
          content_fidelity: 'summary',
          content_fidelity_schema_version: '1.0',
          dropped_content_ids: ['a'],
          content_archive_hashes: { b: 'sha256:1' },
          content_version: 'ai@1',
          content_hash: 'sha256-1',
          deprecated: { since: '1.1.0', use: 'get_note', remove_in: '2.0.0' },
          tenant: 'x',
        },
      },
    })
    expect(decode(encode(ok({}, notes))).notes).toEqual(notes)
  })

  it('says when a failure is soft', () => {
    expect(encode(rejection([{ code: 'CONFLICT' }])).body.meta).toEqual({ version, soft: true })
    expect(encode(failure('CONFLICT')).body.meta).toEqual({ version })
  })

  it('is read with structured warnings without a line, and with lines without structure', () => {
    const meta = {
      version,
      warnings: ['Same.', 'Same.', 'Plain.'],
      warning_details: [
        { code: 'A', message: 'Same.' },
        { code: 'B', message: 'Alone.' },
      ],
    }
    const { notes } = decode({ body: { success: true, data: {}, error: null, meta } })
    expect(notes.warnings).toEqual([
      { code: 'A', message: 'Same.' },
      { message: 'Same.' },
      { message: 'Plain.' },
      { code: 'B', message: 'Alone.' },
    ])
  })

  it.each([
    { warning_details: [{ code: 'A', severity: 'info', message: 'm' }] },
    { dropped_content_ids: ['a'], content_archive_hashes: { x: 'sha256:1' } },
    { content_archive_hashes: { x: 'sha256:1' } },
  ])('comes back as it was with %j alone', (more) => {
    const body = { success: true, data: {}, error: null, meta: { version, ...more } }
    expect(encode(decode({ body }))).toEqual({ body })
  })

  it('gives the ids and hashes of an answer that tells no level', () => {
    const meta = { version, dropped_content_ids: ['a'], content_archive_hashes: { x: 'h' } }
    const { notes } = decode({ body: { success: true, data: {}, error: null, meta } })
    expect(notes.fidelity).toEqual({ droppedIds: ['a'], archiveHashes: { x: 'h' } })
  })

  it('is read without the properties that have a wrong type', () => {
    const meta = {
      version,
      request_id: 7,
      warnings: 'text',
      warning_details: [{ code: 'A' }, 7],
      content_fidelity: 'most',
      rate_limit: [],
      telemetry: 1,
    }
    expect(decode({ body: { success: true, data: {}, error: null, meta } }).notes).toEqual({})
  })
})

describe('response-v2', () => {
  it.each([
    { success: true, data: {}, error: null },
    { success: true, data: {}, error: null, meta: {} },
    { success: true, data: {}, error: null, meta: { version: 'response-v1' } },
    { success: true, data: [], error: null, meta: { version } },
    { success: true, data: null, error: null, meta: { version } },
    { success: true, data: {}, error: 'No.', meta: { version } },
    { success: false, data: {}, error: null, meta: { version } },
  ])('does not take %j for its own', (value) => {
    expect(is(value)).toBe(false)
  })

  it.each([
    [{ type: 'array', items: { type: 'number' } }, [1], ['x']],
    [{ type: 'string' }, 'text', 7],
    [
      {
        type: 'object',
        properties: { id: { type: 'number' } },
        required: ['id'],
        additionalProperties: false,
      },
      { id: 1 },
      { id: 'x' },
    ],
  ])('has a schema for data of %j as it is wrapped', (data, right, wrong) => {
    const validate = new Ajv2020({ strict: false }).compile(schema(data))
    expect(validate(encode(ok(right)).body)).toBe(true)
    expect(validate(encode(failure('NOT_FOUND', { message: 'No.' })).body)).toBe(true)
    expect(validate(encode(ok(wrong)).body)).toBe(false)
  })
})
