/** The error numbers of JSON-RPC 2.0 that the framework answers with; the only table of them. */
export const jsonRpcErrors = {
  /** The message is not JSON. */
  parseError: -32_700,
  /** The JSON is not a request of JSON-RPC 2.0. */
  invalidRequest: -32_600,
  /** There is no such method. */
  methodNotFound: -32_601,
  /** The parameters of a method are not acceptable. */
  invalidParams: -32_602,
  /** The server failed to answer. */
  internalError: -32_603,
  /** The server refuses a message before it is read: no access, too large, connection closed. */
  serverError: -32_000,
  /** The session of a message has ended or never existed; the official SDK uses this number. */
  sessionNotFound: -32_001,
  /** A header of a request and its body do not agree. */
  headerMismatch: -32_020,
} as const satisfies Readonly<Record<string, number>>
