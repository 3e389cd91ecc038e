import { ArchiveError } from '../archive/archive-error.ts'
import { toCanonicalJson } from '../json/to-canonical-json.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { defaultBudget, findBudgetProblem, toOverBudgetProblem } from './budget.ts'
import type { ContentFidelity, LongAnswer } from './content-fidelity.ts'
import { createArchiveResource } from './create-archive-resource.ts'
import { answerArchive, itemsArchive, itemsType, placeholderHashes } from './fidelity-notes.ts'
import type { FidelityOptions } from './fidelity-options.ts'
import { fitOutcome } from './fit-outcome.ts'
import type { Draft } from './fit/drafter.ts'
import { createRetrieveTool, retrieveToolName } from './retrieve-tool.ts'
import { createIsWithin, estimateTokens, isSurelyWithin } from './tokens/estimate-tokens.ts'

/** The fidelity of a server over any archive. */
export function createContentFidelity({
  archive,
  budget = defaultBudget,
  estimate = estimateTokens,
  ttlMs,
}: FidelityOptions): ContentFidelity {
  const problem = findBudgetProblem(budget)
  if (problem !== undefined) throw new TypeError(`createFidelity: ${problem.message}`)

  /**
   * Keeps all of an answer, and beside it the items that it lacks, so that these can be fetched by
   * their ids.
   */
  async function keep(
    { outcome, owner, log }: LongAnswer,
    draft: Draft,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const put = (value: unknown, type: string) =>
      archive.put(toCanonicalJson(value), { owner, type, ...(ttlMs !== undefined && { ttlMs }) })
    const items = draft.omitted.flatMap((one) =>
      'id' in one ? [{ id: one.id, item: one.value }] : [],
    )
    try {
      const [answer, rest] = await Promise.all([
        put(contentOf(outcome), 'application/json'),
        items.length > 0 ? put(items, itemsType) : undefined,
      ])
      return { [answerArchive]: answer, ...(rest !== undefined && { [itemsArchive]: rest }) }
    } catch (thrown) {
      // Without an archive the answer still tells that it is not whole.
      if (!(thrown instanceof ArchiveError)) throw thrown
      log.error('what was left out of an answer could not be archived', {
        reason: thrown.reason,
        thrown: thrown.cause ?? thrown,
      })
      return undefined
    }
  }

  const made: ContentFidelity = {
    budget,
    retrieveTool: retrieveToolName,
    tools: Object.freeze([createRetrieveTool(archive, estimate)]),
    resources: Object.freeze([createArchiveResource(archive)]),
    isWithin:
      estimate === estimateTokens
        ? createIsWithin()
        : (text, limit) => isSurelyWithin(text, limit) || estimate(text, limit) <= limit,
    async fit(answer) {
      const { outcome, retrieveTool, refuse } = answer
      const fitted = fitOutcome(
        answer,
        { budget: answer.budget, archiveHashes: placeholderHashes, retrieveTool },
        estimate,
      )
      const archiveHashes = await keep(answer, fitted.draft)
      if (fitted.fits)
        return fitted.toOutcome({ budget: answer.budget, archiveHashes, retrieveTool })
      const refused = refuse(
        'too_large',
        toOverBudgetProblem(fitted, answer.budget, archiveHashes?.[answerArchive], retrieveTool),
      )
      return { ...refused, notes: { requestId: outcome.notes.requestId } }
    },
  }
  return Object.freeze(made)
}

/** All that an outcome says beside its notes. */
const contentOf = (outcome: Outcome): unknown =>
  outcome.ok ? outcome.data : { problems: outcome.problems, data: outcome.data }
