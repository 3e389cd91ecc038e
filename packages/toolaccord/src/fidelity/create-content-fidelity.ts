import { ArchiveError } from '../archive/archive-error.ts'
import type { Face } from '../define/call.ts'
import { compact } from '../json/json.ts'
import { toCanonicalBytes } from '../json/to-canonical-bytes.ts'
import { toCanonicalJson } from '../json/to-canonical-json.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { defaultBudget, findBudgetProblem, toOverBudgetProblem } from './budget.ts'
import type { ContentFidelity, LongAnswer } from './content-fidelity.ts'
import { createArchiveResource } from './create-archive-resource.ts'
import { createRetrieveTool, retrieveToolName } from './create-retrieve-tool.ts'
import { answerArchive, itemsArchive, itemsType, placeholderHashes } from './fidelity-notes.ts'
import type { FidelityOptions } from './fidelity-options.ts'
import { fitOutcome } from './fit-outcome.ts'
import type { Draft } from './fit/drafter.ts'
import { bytesOf } from './tokens/bytes-of.ts'
import { createIsWithin, estimateTokens, isSurelyWithin } from './tokens/estimate-tokens.ts'
import { hugeLength, trimAnswer } from './trim-answer.ts'

const allFaces: readonly Face[] = ['direct', 'cli', 'rest', 'mcp']

/** Creates the fidelity of a server over any archive. */
export function createContentFidelity(options: FidelityOptions): ContentFidelity {
  const { archive, budget = defaultBudget, estimate = estimateTokens, ttlMs } = options
  const { faces = allFaces } = options
  const problem = findBudgetProblem(budget)
  if (problem !== undefined) throw new TypeError(`createFidelity: ${problem.message}`)

  /**
   * Keeps the whole answer, and separately the items that are missing from it, so that these can be
   * fetched by their ids. Returns their hashes; undefined if the archive fails.
   */
  async function keep(
    { outcome, owner, scopes, length, log, turn }: LongAnswer,
    draft: Draft,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const put = async (value: unknown, type: string) => {
      const isLong = length === undefined || length > longLength
      const content = isLong ? await toCanonicalBytes(value, turn) : toCanonicalJson(value)
      return archive.put(content, compact({ owner, type, ttlMs, scopes }))
    }
    const items = missingItems(draft)
    try {
      const [answer, missing] = await Promise.all([
        put(contentOf(outcome), 'application/json'),
        items.length > 0 ? put(items, itemsType) : undefined,
      ])
      if (missing === undefined) return { [answerArchive]: answer }
      return { [answerArchive]: answer, [itemsArchive]: missing }
    } catch (thrown) {
      // Without an archive the answer still says that it is not whole.
      if (!(thrown instanceof ArchiveError)) throw thrown
      log.error('what was left out of an answer could not be archived', {
        reason: thrown.reason,
        thrown: thrown.cause ?? thrown,
      })
      return undefined
    }
  }

  const isWithin =
    estimate === estimateTokens
      ? createIsWithin()
      : (text: string, limit: number) =>
          isSurelyWithin(text, limit) || estimate(text, limit) <= limit

  /** Counts tokens, or bytes as a share of the budget if these are more. */
  function toMeasure({ answerBytes, budget }: LongAnswer): typeof estimate {
    if (answerBytes === undefined) return estimate
    return (text, limit) =>
      Math.max(estimate(text, limit), Math.ceil((bytesOf(text) / answerBytes) * budget))
  }

  return Object.freeze<ContentFidelity>({
    budget,
    isShared: archive.isShared,
    faces: Object.freeze([...faces]),
    retrieveTool: retrieveToolName,
    tools: Object.freeze([createRetrieveTool(archive, estimate)]),
    resources: Object.freeze([createArchiveResource(archive)]),
    isWithin,
    async fit(answer) {
      const { outcome, schema, plan, budget, length, turn, refuse } = answer
      const retrieveTool = retrieveToolName
      const measured = { budget, archiveHashes: placeholderHashes, retrieveTool }
      const huge = { data: outcome.data, schema, plan, budget, turn }
      const trimmed = isHugeLength(length) ? await trimAnswer(huge) : undefined
      const fitted = await fitOutcome(answer, measured, toMeasure(answer), trimmed)
      const archiveHashes = await keep(answer, fitted.draft)
      if (fitted.fits) return fitted.toOutcome({ budget, archiveHashes, retrieveTool })
      const { tokens } = fitted
      const hash = archiveHashes?.[answerArchive]
      const over = toOverBudgetProblem({ tokens, budget, hash, retrieveTool })
      return { ...refuse('too_large', over), notes: { requestId: outcome.notes.requestId } }
    },
  })
}

/** Answers with more characters are written in steps. */
const longLength = 32_768

const isHugeLength = (length = 0): boolean => length > hugeLength

/** The items of planned arrays that are missing from a draft or condensed in it. */
function missingItems(draft: Draft): readonly { readonly id: string; readonly item: unknown }[] {
  const items: { readonly id: string; readonly item: unknown }[] = []
  for (const one of draft.omitted) if ('id' in one) items.push({ id: one.id, item: one.value })
  return items
}

/** All of an outcome but its notes. */
const contentOf = (outcome: Outcome): unknown =>
  outcome.ok ? outcome.data : { problems: outcome.problems, data: outcome.data }
