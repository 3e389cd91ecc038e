/** What the edge of one face allows, if it is not the same for every face. */
export interface EdgeRules {
  /** The methods that web pages of other origins may use. */
  readonly methods: readonly string[]
  /** The request headers that they may send. */
  readonly requestHeaders: readonly string[]
  /** The response headers that they may read. */
  readonly responseHeaders: readonly string[]
  /** True if GET, HEAD and OPTIONS are answered whatever their origin, because they only read. */
  readonly allowsForeignReads: boolean
  /** The media types that a body may have, without parameters and in lower case. */
  readonly bodyTypes: RegExp
}

const requestHeaders: readonly string[] = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Toolaccord-Budget',
  'Toolaccord-Timeout',
  'traceparent',
  'X-Request-Id',
]

const responseHeaders: readonly string[] = [
  'X-Request-Id',
  'ETag',
  'Location',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Toolaccord-Notes',
  'WWW-Authenticate',
]

/** The edge of the REST face. */
export const restEdgeRules: EdgeRules = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  requestHeaders,
  responseHeaders,
  allowsForeignReads: true,
  bodyTypes: /^application\/json$|\+json$/,
}

/** The edge of MCP over HTTP, which the protocol wants closed to every foreign origin. */
export const mcpEdgeRules: EdgeRules = {
  methods: ['GET', 'POST', 'DELETE'],
  requestHeaders: [
    ...requestHeaders,
    'Mcp-Method',
    'Mcp-Name',
    'MCP-Protocol-Version',
    'Mcp-Session-Id',
  ],
  responseHeaders: [...responseHeaders, 'Mcp-Session-Id'],
  allowsForeignReads: false,
  bodyTypes: /^application\/json$/,
}

/** The edge of an MCP face whose clients may send further headers. */
export const toMcpEdgeRules = (headers: readonly string[]): EdgeRules => ({
  ...mcpEdgeRules,
  requestHeaders: [...mcpEdgeRules.requestHeaders, ...headers],
})
