import { contentSecurityPolicy } from '@toolaccord/pages'
import { type Caller, Refusal, type Resource, type ResourceBody, defineResource } from 'toolaccord'
import { FoundryError } from '../errors/foundry-error.ts'
import {
  foundryStyle,
  toSpecPage,
  toSpecView,
  toSpecsPage,
  toSpecsPath,
  toSpecsView,
} from '../pages/index.ts'
import type { Plan, PlanList } from '../store/plan-store.ts'
import type { Foundry } from '../tools/foundry.ts'
import { scopes } from '../tools/scopes.ts'
import { type PageCache, type WrittenPage, createPageCache } from './create-page-cache.ts'
import { mayOf } from './may-of.ts'
import { toProofViews } from './to-proof-views.ts'
import { toRunningView } from './to-running-view.ts'

/** How often an open page asks if its plan changed; nobody looks if no page is open. */
const specPollMs = 1000

/** The list looks at every file, so it asks less often. */
const specsPollMs = 5000

/**
 * Creates the pages of all specs and of one spec. A page that is open asks for itself again with
 * its `ETag`, so changes of other processes are seen as soon as their own.
 */
export function createPageResources(foundry: Foundry): readonly Resource[] {
  const cache = createPageCache(foundry.now)
  let policy: Promise<string> | undefined

  async function toBody(page: WrittenPage): Promise<ResourceBody> {
    policy ??= contentSecurityPolicy({ styles: foundryStyle })
    return { ...page, contentSecurityPolicy: await policy }
  }

  return [
    defineResource({
      uri: 'foundry://specs',
      path: toSpecsPath(''),
      name: 'specs',
      title: 'All specs',
      summary: 'The page of all specs, for people: how far they are, and who works on them.',
      mimeType: 'text/html',
      scopes: [scopes.read],
      read: async () => toBody(await toSpecsPageOf(cache, await foundry.plans.list())),
    }),
    defineResource({
      uri: 'foundry://specs/{spec_id}',
      path: `${toSpecsPath('')}/:spec_id`,
      name: 'spec',
      title: 'A spec',
      summary:
        'The page of a spec, for people: phases, tasks, checks, journal; forms to act on it.',
      mimeType: 'text/html',
      scopes: [scopes.read],
      async read({ spec_id }, { caller }) {
        const plan = await findPlan(foundry, spec_id)
        if (plan === undefined) return undefined
        return toBody(await toSpecPageOf(foundry, cache, plan, caller))
      },
    }),
  ]
}

async function findPlan({ plans }: Foundry, specId: string): Promise<Plan | undefined> {
  try {
    return await plans.read(specId)
  } catch (thrown) {
    if (!(thrown instanceof FoundryError)) throw thrown
    const { code, message, options } = thrown
    if (code === 'SPEC_NOT_FOUND') return undefined
    throw new Refusal('conflict', { message, hint: options.hint })
  }
}

const toSpecsPageOf = (cache: PageCache, { plans, unreadable }: PlanList): Promise<WrittenPage> => {
  const key = plans.map(({ spec_id, stage, version, running }) => [
    spec_id,
    stage,
    version,
    running,
  ])
  return cache.get(JSON.stringify(['specs', key, unreadable]), async () => {
    const filed = plans.map((plan) => ({
      folder: plan.stage,
      spec: plan.spec,
      running: toRunningView(plan),
    }))
    const faults = unreadable.map(({ spec_id, stage, message }) => ({
      file: `${stage}/${spec_id}.json`,
      message,
    }))
    return toSpecsPage(toSpecsView(filed, faults, { pollMs: specsPollMs }))
  })
}

const toSpecPageOf = (
  foundry: Foundry,
  cache: PageCache,
  plan: Plan,
  caller: Caller | undefined,
): Promise<WrittenPage> => {
  const may = mayOf(caller)
  const key = ['spec', plan.spec_id, plan.stage, plan.version, plan.running, may.actions]
  return cache.get(JSON.stringify(key), async () => {
    const proofs = await toProofViews(foundry, plan)
    const context = { may, folder: plan.stage, pollMs: specPollMs }
    return toSpecPage(toSpecView(plan.spec, toRunningView(plan), proofs, context))
  })
}
