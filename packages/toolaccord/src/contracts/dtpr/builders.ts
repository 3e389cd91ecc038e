import { compact } from '../../json/json.ts'
import { toFailure } from '../../outcome/failure.ts'
import { type Notes, type Outcome, type Page, type Problem, ok } from '../../outcome/outcome.ts'
import type { Envelope } from '../contract/contract-init.ts'
import { dtprContract } from './contract.ts'

/** One error as an author writes it; `fixHint` is `fix_hint` on the wire. */
export interface DtprErrorInit {
  readonly code: string
  readonly message: string
  /** The place in the caller's payload, as `elements[0].element_id`. */
  readonly path?: string | undefined
  /** The next step, for a human or an agent. */
  readonly fixHint?: string | undefined
}

/** Metadata as an author writes it; the wire has the same names in snake case. */
export interface DtprMetaInit {
  readonly contentHash?: string | undefined
  readonly version?: string | undefined
  /** Null on the last page. */
  readonly nextCursor?: string | null | undefined
  readonly warnings?: readonly string[] | undefined
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

/** `data` is the part of the answer that could be given all the same. */
function err<T = never>(
  [first, ...others]: readonly [DtprErrorInit, ...DtprErrorInit[]],
  { data, meta }: { readonly data?: T; readonly meta?: DtprMetaInit } = {},
): DtprFailure<T> {
  const problems = [toProblem(first), ...others.map(toProblem)] as const
  return encode(toFailure(problems, { data, notes: toNotes(meta) }))
}

const toProblem = ({ code, message, path, fixHint }: DtprErrorInit): Problem => ({
  code,
  message,
  path,
  hint: fixHint,
})

const toNotes = ({ contentHash, version, nextCursor, warnings }: DtprMetaInit = {}): Notes =>
  compact({
    contentHash,
    version,
    page: toPage(nextCursor),
    warnings: warnings?.map((message) => ({ message })),
  })

function toPage(cursor: string | null | undefined): Page | undefined {
  if (cursor === undefined) return undefined
  return { cursor, hasMore: cursor !== null }
}

function encode<Body extends Envelope>(outcome: Outcome): Body {
  // The cast names the shape that the golden tests hold the encoder to.
  return dtprContract.encode(outcome).body as Body
}
