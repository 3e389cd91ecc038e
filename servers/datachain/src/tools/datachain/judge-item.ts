import type { Failure, Warning } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import type { SchemaVersion } from '../../model/index.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor } from '../read-version.ts'
import type { Judged } from './judge.ts'
import { readDatachain } from './read-datachain.ts'
import { renderDocument } from './render-document.ts'

/** As many errors and warnings of one datachain are listed: a batch has many. */
const mostListed = 5

/** What became of one datachain of a batch. */
export const ItemResult = z.object({
  index: z.int().describe('Its place in datachains, from 0'),
  id: z.string().optional().describe('Its id, if it has one'),
  ok: z.boolean(),
  error_count: z.int(),
  errors: z
    .array(outputs.warning.partial({ path: true, fix_hint: true }))
    .describe(`The first ${mostListed}; validate_datachain gives all`),
  warning_count: z.int(),
  warnings: z.array(outputs.warning).describe(`The first ${mostListed}`),
  resource_uri: z.string().optional().describe('Its document, if render is true'),
  url: z.string().optional().describe('The same over HTTP'),
})
export type ItemResult = z.output<typeof ItemResult>

/** How each datachain of a batch is judged. */
export interface ItemRequest {
  readonly version?: string | undefined
  readonly render: boolean
  readonly locale: string
}

type Document = Readonly<Record<string, unknown>>

/** Validates or renders one datachain of a batch; what is wrong with it is in its result. */
export async function judgeItem(
  domain: Domain,
  document: Document,
  index: number,
  { version: name, render, locale }: ItemRequest,
): Promise<ItemResult> {
  const named = { index, id: idOf(document) }
  try {
    const version = readVersionFor(domain.catalogue, name, document)
    if (!render) return { ...named, ...toValid(readDatachain(document, version)) }
    return { ...named, ...(await renderItem(domain, document, version, locale)) }
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    return { ...named, ...toInvalid(thrown) }
  }
}

async function renderItem(
  domain: Domain,
  document: Document,
  version: SchemaVersion,
  locale: string,
) {
  const { resource_uri, url, ...judged } = await renderDocument(domain, document, version, locale)
  return { ...toValid(judged), resource_uri, url }
}

const toValid = ({ warnings }: Judged) => ({
  ok: true,
  error_count: 0,
  errors: [],
  warning_count: warnings.length,
  warnings: warnings.slice(0, mostListed),
})

const toInvalid = ({ problems, notes: { warnings = [] } }: Failure) => ({
  ok: false,
  error_count: problems.length,
  errors: problems.slice(0, mostListed).map(toError),
  warning_count: warnings.length,
  warnings: warnings.slice(0, mostListed).map(toAdvice),
})

/** Advice beside errors comes as notes. */
const toAdvice = ({ code = '', message, context }: Warning) => ({
  code,
  message,
  path: String(context?.path ?? ''),
  fix_hint: String(context?.fix_hint ?? ''),
})

const toError = ({ code, message, path, hint }: Failure['problems'][number]) => ({
  code,
  message,
  path,
  fix_hint: hint,
})

/** True for what the readers of datachains throw; anything else is a fault of the server. */
const isFailure = (thrown: unknown): thrown is Failure =>
  typeof thrown === 'object' && thrown !== null && 'problems' in thrown && 'soft' in thrown

/** An id is only a name here; what is wrong with it is among the errors. */
function idOf({ id }: Document): string | undefined {
  return typeof id === 'string' ? id.slice(0, 200) : undefined
}
