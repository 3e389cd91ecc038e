import type { CircuitBreaker } from '@toolaccord/digest'
import { FoundryError } from '../errors/foundry-error.ts'
import { type Condensed, condense } from './condense.ts'
import { type SourceInput, loadSource } from './documents/load-source.ts'
import type { RawDocument } from './documents/raw-document.ts'
import { type ReadableDocument, readDocument } from './documents/read-document.ts'
import type { QuestionFolder } from './files/create-question-folders.ts'
import type { Source } from './records/source.ts'
import type { ResearchOptions } from './research.ts'
import type { AddedSource, FailedSource, SourceResult } from './source-result.ts'

/** What adding a source needs beside the source. */
export interface AddSourceContext extends ResearchOptions {
  readonly files: QuestionFolder
  readonly breaker: CircuitBreaker
  readonly signal?: AbortSignal | undefined
}

const maxBytes = 10 * 1024 * 1024
const shownOrigin = 200

/** Reads, condenses and keeps one source. What is wrong with it is in the result. */
export async function addSource(
  input: SourceInput,
  index: number,
  context: AddSourceContext,
): Promise<SourceResult> {
  try {
    const added = await readSource(input, context)
    return { ok: true, index, ...added }
  } catch (thrown) {
    if (!(thrown instanceof FoundryError)) throw thrown
    return toFailed(thrown, input, index)
  }
}

async function readSource(
  input: SourceInput,
  context: AddSourceContext,
): Promise<Omit<AddedSource, 'ok' | 'index'>> {
  const { files, fileRoots = [], fetch, limits, signal } = context
  const raw = await loadSource(input, { fileRoots, fetch, signal, maxBytes })
  const readable = await readDocument(raw, { limits: { maxBytes, ...limits }, signal })
  const { document } = readable
  const known = await findKnown(files, raw.origin, document.hash)
  const condensed = await condense(document, files.question.question, {
    minChars: context.minDigestChars,
    summarize: context.summarize,
    breaker: context.breaker,
    log: context.log,
    limits,
    signal,
  })
  const fresh = toSource(input, { raw, readable, condensed }, context.now())
  await files.texts.keep(document.hash, document.text)
  const source = await keepSource(files, known, fresh)
  const { fallback } = condensed
  return { origin: raw.origin, source, isKnown: known !== undefined, fallback }
}

async function findKnown(
  { sources }: QuestionFolder,
  origin: string,
  hash: string,
): Promise<Source | undefined> {
  const { records } = await sources.all()
  return records.find((source) => source.origin === origin && source.text_hash === hash)
}

async function keepSource(
  { sources }: QuestionFolder,
  known: Source | undefined,
  fresh: Omit<Source, 'id'>,
): Promise<Source> {
  if (known === undefined) return sources.add(fresh)
  const renewed = { ...known, ...fresh }
  await sources.replace(renewed)
  return renewed
}

interface Parts {
  readonly raw: RawDocument
  readonly readable: ReadableDocument
  readonly condensed: Condensed
}

function toSource(
  { kind, title }: SourceInput,
  { raw, readable, condensed }: Parts,
  now: Date,
): Omit<Source, 'id'> {
  const { hash, chars, pages } = readable.document
  return {
    kind,
    origin: raw.origin,
    title: title ?? readable.title,
    document_type: readable.type,
    content_type: condensed.content_type,
    content: condensed.content,
    text_hash: hash,
    chars,
    pages: pages && [...pages],
    fetched_at: now.toISOString(),
    modified_at: raw.modifiedAt?.toISOString(),
  }
}

/** Names a source by its address or path; of a text its place in the call is enough. */
function toFailed(error: FoundryError, input: SourceInput, index: number): FailedSource {
  const isPlace = input.kind === 'url' || input.kind === 'file'
  const origin = isPlace ? withoutSecrets(input.value).slice(0, shownOrigin) : `sources[${index}]`
  const { hint, details } = error.options
  return { ok: false, index, origin, code: error.code, message: error.message, hint, details }
}

/** An address that is refused for its password must not be repeated with it. */
const withoutSecrets = (address: string): string => address.replace(/\/\/[^/?#]*@/, '//')
