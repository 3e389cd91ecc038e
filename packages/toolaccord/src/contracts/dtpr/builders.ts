import { compact } from '../../json/json.ts'
import { type Notes, type Outcome, type Problem, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract.ts'
import { dtprContract } from './contract.ts'

/** One error as an author writes it; `fixHint` is `fix_hint` on the wire. */
export interface DtprErrorInit {
  readonly code: string
  readonly message: string
  /** Where in the caller's payload, as `elements[0].element_id`. */
  readonly path?: string
  /** What to do about it, for a human or an agent. */
  readonly fixHint?: string
}

/** Metadata as an author writes it; the wire has the same names in snake case. */
export interface DtprMetaInit {
  readonly contentHash?: string
  readonly version?: string
  /** Null on the last page. */
  readonly nextCursor?: string | null
  readonly warnings?: readonly string[]
}

/** Metadata on the wire. */
export type DtprMeta = {
  readonly content_hash?: string
  readonly version?: string
  readonly next_cursor?: string | null
  readonly warnings?: readonly string[]
}

/** A success on the wire. */
export type DtprSuccess<T> = { readonly ok: true; readonly data: T; readonly meta: DtprMeta }

/** A failure on the wire; soft and hard ones look the same. */
export type DtprFailure<T = never> = {
  readonly ok: false
  readonly errors: readonly {
    readonly code: string
    readonly message: string
    readonly path?: string
    readonly fix_hint?: string
  }[]
  readonly data?: T
  readonly meta: DtprMeta
}

/** The envelopes of the source: `ok` and `err`. */
export const dtprBuilders = Object.freeze({
  ok: <T>(data: T, meta?: DtprMetaInit) => encode<DtprSuccess<T>>(ok(data, toNotes(meta))),
  err,
})

/** `data` is what could be answered all the same. */
function err<T = never>(
  [first, ...others]: readonly [DtprErrorInit, ...DtprErrorInit[]],
  { data, meta }: { readonly data?: T; readonly meta?: DtprMetaInit } = {},
): DtprFailure<T> {
  return encode({
    ok: false,
    problems: [toProblem(first), ...others.map(toProblem)],
    soft: false,
    data,
    notes: toNotes(meta),
  })
}

const toProblem = ({ fixHint, ...error }: DtprErrorInit): Problem => ({ ...error, hint: fixHint })

const toNotes = ({ contentHash, version, nextCursor, warnings }: DtprMetaInit = {}): Notes =>
  compact({
    contentHash,
    version,
    page:
      nextCursor === undefined ? undefined : { cursor: nextCursor, hasMore: nextCursor !== null },
    warnings: warnings?.map((message) => ({ message })),
  })

function encode<Body extends Envelope>(outcome: Outcome): Body {
  // The cast names the shape that the encoder gives this outcome, which the golden tests hold it to.
  return dtprContract.encode(outcome).body as Body
}
