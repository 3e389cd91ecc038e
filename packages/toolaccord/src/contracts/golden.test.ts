import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Envelope } from './contract/contract-init.ts'
import type { Contract } from './contract/contract.ts'
import { chemigram, dialects, dtpr, mcpGuide, responseV2 } from './index.ts'

interface ToolResult {
  readonly structuredContent: Envelope
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
}

const read = <T>(name: string): Record<string, T> =>
  JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'))

const toolResults = Object.entries(read<ToolResult>('dtpr-tool-results'))
const structuredContents = Object.fromEntries(
  toolResults.map(([section, { structuredContent }]) => [section, structuredContent]),
)

/** Builder calls by the section whose example they give. */
const chemigramCalls: Record<string, () => Envelope> = {
  'ADR-056, return contract: success': () => chemigram.ok(['iguazu', 'delta']),
  'ADR-056, return contract: failure, recoverable': () =>
    chemigram.fail({
      code: 'darktable_error',
      message: 'darktable-cli exited with 1',
      details: { stderr: 'no space left on device' },
    }),
  'ADR-056, return contract: failure, not recoverable': () =>
    chemigram.notImplemented('masks arrive later', { slice: 4 }),
  'ADR-079, CLI surface: --value and --param in conflict': () =>
    chemigram.invalidInput('--value 0.7 and --param ev=0.5 disagree', { entry: 'exposure' }),
  'ADR-079, range validation': () => chemigram.invalidInput('ev is 5, outside its range -3 to 3'),
}

const responseV2Calls: Record<string, () => Envelope> = {
  'Standard Envelope: no payload': () => responseV2.successResponse(),
  'Standard Envelope: every optional member': () =>
    responseV2.successResponse(
      { count: 1 },
      {
        requestId: 'req_abc123',
        warnings: [{ code: 'STALE_CACHE', severity: 'warning', message: 'Cache data is old' }],
        pagination: { cursor: 'eyJsYXN0X2lkIjoxfQ==', hasMore: true, size: 1, total: 9 },
        rateLimit: {
          limit: 100,
          remaining: 3,
          resetAt: '2025-11-26T12:00:00Z',
          retryAfterSeconds: 45,
        },
        telemetry: { duration_ms: 12.5, downstream_calls: 2 },
        contentFidelity: 'partial',
        droppedContentIds: ['finding-003'],
        contentArchiveHashes: { 'archive-001': 'sha256:abc123' },
      },
    ),
  'Content Fidelity Schema: full': () =>
    responseV2.successResponse({}, { contentFidelity: 'full' }),
  'Helper Usage: success_response': () =>
    responseV2.successResponse(
      { result: { name: 'auth' } },
      {
        warnings: ['one task is stale'],
        pagination: { cursor: null, hasMore: false },
        requestId: 'req_abc123',
      },
    ),
  'Error Response Example': () =>
    responseV2.validationError('Validation failed: spec_id is required', {
      field: 'spec_id',
      remediation: 'Provide a non-empty spec_id parameter',
      details: { constraint: 'required', received: null },
      requestId: 'req_abc123',
    }),
  'Error Response Helper': () =>
    responseV2.errorResponse('Validation failed: spec_id is required', {
      errorCode: 'MISSING_REQUIRED',
      errorType: 'validation',
      remediation: 'Provide a non-empty spec_id parameter',
      details: { field: 'spec_id', constraint: 'required' },
      requestId: 'req_abc123',
    }),
  'Example: Not Found Error': () =>
    responseV2.errorResponse("Spec 'auth-001' not found", {
      errorCode: 'SPEC_NOT_FOUND',
      errorType: 'not_found',
      remediation: 'Verify the spec ID exists using spec(action="list")',
      requestId: 'req_abc123',
    }),
  'Example: Feature Flag Disabled': () =>
    responseV2.errorResponse("Feature 'tree_view' is not enabled", {
      errorCode: 'FEATURE_DISABLED',
      errorType: 'feature_flag',
      data: { feature: 'tree_view' },
      remediation: 'Contact support to enable this feature or check feature flag configuration',
    }),
  'Example: Rate Limit Exceeded': () =>
    responseV2.errorResponse('Rate limit exceeded: 100 requests per minute', {
      errorCode: 'RATE_LIMIT_EXCEEDED',
      errorType: 'rate_limit',
      data: { retry_after_seconds: 45 },
      remediation: 'Wait 45 seconds before retrying. Consider batching requests.',
      rateLimit: { limit: 100, remaining: 0, resetAt: 1764158400 },
    }),
}

const { Result, instructions } = mcpGuide

const mcpGuideCalls: Record<string, () => Envelope> = {
  'section 4: error handling, prevent remediation': () =>
    Result.failure('File not found', {
      errorType: 'NotFoundError',
      message: 'The requested file does not exist.',
      instruction:
        `${instructions.errorHandling.presentError} ` +
        'Do not attempt to create the file or suggest alternatives.',
    }).toJson(),
  'section 4: error handling, suggest remediation': () =>
    Result.failure('Invalid format', {
      errorType: 'ValidationError',
      message: 'The document format is invalid.',
      instruction:
        'The document must be in markdown format. ' +
        instructions.errorHandling.suggestBeforeRetrying('converting the content to markdown'),
    }).toJson(),
  'section 4: mode switching': () =>
    Result.ok(
      { status: 'planning_required' },
      {
        message: 'This operation requires planning.',
        instruction:
          `${instructions.modeControl.switchToPlanning} ` +
          'Create a detailed plan before making any changes to the project.',
      },
    ).toJson(),
  'section 4: operational boundaries': () =>
    Result.ok(
      { config: { docroot: 'docs', categories: [] } },
      {
        message: 'Configuration loaded successfully.',
        instruction:
          'You are now in DISCUSSION mode. Gather requirements and create specifications. ' +
          instructions.boundaries.makeNoChanges,
      },
    ).toJson(),
  'section 5: new pattern': () => JSON.parse(Result.ok(['docs', 'guide']).toJsonString()),
  'section 5: validation error handling': () =>
    Result.failure('Invalid arguments: 2 validation errors for CategoryListArgs', {
      errorType: 'validation_error',
      errorData: {
        validation_errors: [
          { field: 'verbose', message: 'Input should be a valid boolean' },
          { field: 'include_hidden', message: 'Input should be a valid boolean' },
        ],
      },
    }).toJson(),
  'implementation notes: integration pattern, success': () =>
    Result.ok(
      { docroot: 'docs' },
      {
        message: 'Configuration loaded successfully.',
        instruction: 'Review the configuration before making changes.',
      },
    ).toJson(),
  'implementation notes: integration pattern, failure': () =>
    Result.failure('Configuration file not found', {
      errorType: 'NotFoundError',
      exception: Object.assign(new Error("[Errno 2] No such file or directory: 'project.yaml'"), {
        name: 'FileNotFoundError',
      }),
      message: 'No configuration found for project: demo',
      instruction:
        'Present this error to the user. ' +
        'Do not attempt to create a default configuration automatically.',
    }).toJson(),
}

const version = 'ai@2026-04-16-beta'
const contentHash = 'sha256-4f53cda18c2baa0c'

const dtprCalls: Record<string, () => Envelope> = {
  'Success envelope': () => dtpr.ok({ id: 'ai' }, { contentHash, version, nextCursor: null }),
  'Error envelope': () =>
    dtpr.err(
      [
        {
          code: 'element_not_found',
          message: `Element 'missing_element' not found in ${version}.`,
          path: 'elements[0].element_id',
          fixHint: 'Use list_elements to enumerate available elements.',
        },
      ],
      { meta: { version } },
    ),
  'MCP wrapping': () => dtpr.ok({ id: 'ai' }, { version }),
  'Soft-failure example (validate_datachain)': () =>
    dtpr.err(
      [
        {
          code: 'element_required',
          message: "Category 'purpose' requires at least one element.",
          path: 'elements',
          fixHint: "Add an element with category_id='purpose'.",
        },
      ],
      { meta: { contentHash, version, warnings: [] } },
    ),
  'isError and soft-failure: get_elements': () =>
    dtpr.err(
      [
        {
          code: 'element_not_found',
          message: `Element 'missing_element' not found in ${version}.`,
        },
      ],
      {
        data: { elements: { accept_deny: { id: 'accept_deny' }, missing_element: null } },
        meta: { version },
      },
    ),
}

/** The examples of the five source documents by section, with a value for each placeholder. */
const sources: {
  readonly contract: Contract
  readonly examples: Record<string, Envelope>
  readonly calls: Record<string, () => Envelope>
}[] = [
  { contract: chemigram, examples: read('chemigram'), calls: chemigramCalls },
  { contract: dtpr, examples: { ...read('dtpr'), ...structuredContents }, calls: dtprCalls },
  { contract: mcpGuide, examples: read('mcp-guide'), calls: mcpGuideCalls },
  { contract: responseV2, examples: read('response-v2'), calls: responseV2Calls },
]

/** Order counts except in `meta`, whose properties one source document shows in two orders. */
const inOrder = (body: Envelope) => JSON.stringify({ ...body, meta: undefined })

describe.each(sources)('the $contract.name dialect', ({ contract, examples, calls }) => {
  const ajv = new Ajv2020({ strict: false })
  const schemas = [contract.schema({}), contract.leanSchema({})]

  describe.each(Object.entries(examples))('has the example %s, which', (_, example) => {
    it('is claimed by no other dialect', () => {
      const claiming = [...dialects.values()].filter((one) => one.is(example))
      expect(claiming.map(({ name }) => name)).toEqual([contract.name])
    })

    it('is the same JSON after decoding and encoding, with nothing beside it', () => {
      const wire = contract.encode(contract.decode({ body: example }), contract.codes)
      expect(wire).toEqual({ body: example })
      expect(inOrder(wire.body)).toBe(inOrder(example))
    })

    it.each(schemas)('fits the whole and the lean schema of the dialect', (schema) => {
      expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
    })
  })

  it.each(Object.entries(calls))('has a builder that gives the example %s', (section, build) => {
    expect(inOrder(build())).toBe(inOrder(examples[section] ?? {}))
    expect(build()).toEqual(examples[section])
  })
})

describe.each(toolResults)(
  'the tool result of dtpr in %s',
  (_, { structuredContent, content: [block] }) => {
    it('holds the same envelope in both fields, as the encoder writes it', () => {
      const { body } = dtpr.encode(dtpr.decode({ body: structuredContent }))
      expect(body).toEqual(structuredContent)
      expect(JSON.stringify(body)).toBe(block.text)
    })
  },
)

describe('the soft failure of dtpr', () => {
  it('stays soft by the overflow, because its envelope does not say so', () => {
    const [, { structuredContent }] =
      toolResults.find(([section]) => section.startsWith('Soft-failure')) ?? expect.unreachable()
    const wire = { body: structuredContent, overflow: { soft: true } }
    expect(dtpr.decode(wire)).toMatchObject({ ok: false, soft: true })
    expect(dtpr.encode(dtpr.decode(wire))).toEqual(wire)
  })
})
