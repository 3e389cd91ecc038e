import {
  type InputRequiredResult,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server as SdkServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  type Resource,
  type ResourceBody,
  isTemplate,
  matchResource,
  toContents,
} from '../../../define/resource.ts'
import { compact } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import { isShownTo } from '../../create-views.ts'
import { toCaller } from './caller.ts'
import { complete } from './complete.ts'
import type { Asker } from './create-asker.ts'

/** Lets an SDK server answer for the resources of a server. */
export function addResources(sdk: SdkServer, server: Server, ask: Asker): void {
  const resources = server.resources()
  if (resources.length === 0) return
  const templates = resources.filter(({ uri }) => isTemplate(uri))
  const fixed = resources.filter(({ uri }) => !isTemplate(uri))
  sdk.setRequestHandler('resources/list', (_, context) => ({
    resources: shownTo(context, fixed).map((one) => ({ uri: one.uri, ...describe(one) })),
  }))
  sdk.setRequestHandler('resources/templates/list', (_, context) => ({
    resourceTemplates: shownTo(context, templates).map((one) => ({
      uriTemplate: one.uri,
      ...describe(one),
    })),
  }))
  sdk.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    read(resources, uri, context, ask),
  )
  sdk.setRequestHandler('resources/subscribe', () => ({}))
  sdk.setRequestHandler('resources/unsubscribe', () => ({}))
}

/** Lets an SDK server complete the arguments of prompts and of resource templates. */
export function addCompletions(sdk: SdkServer, server: Server): void {
  if (!sdk.getCapabilities().completions) return
  sdk.setRequestHandler('completion/complete', async ({ params }, { http }) => ({
    completion: {
      values: await complete(server, params.ref, params.argument, toCaller(http?.authInfo)),
    },
  }))
}

const describe = ({ name, title, summary, mimeType, meta }: Resource) =>
  compact({ name, title, description: summary, mimeType, _meta: meta })

/** The resources that a caller has the scopes for. */
function shownTo({ http }: ServerContext, resources: readonly Resource[]): readonly Resource[] {
  const caller = toCaller(http?.authInfo)
  return resources.filter((resource) => isShownTo(resource, caller))
}

/** The contents under a URI, from the first resource that has any. */
async function read(
  resources: readonly Resource[],
  uri: string,
  context: ServerContext,
  ask: Asker,
): Promise<ReadResourceResult | InputRequiredResult> {
  for (const resource of resources) {
    const variables = matchResource(resource, resource.uri, uri)
    if (variables === undefined) continue
    const asking = await ask(context, `resource ${uri}`, resource, variables)
    if ('asked' in asking) return asking.asked
    // The cast names what a resource gives; policies pass it on.
    const body = asking.data as ResourceBody | null
    if (body !== null) return { contents: [toContents(uri, body, resource)] }
  }
  throw new ResourceNotFoundError(uri)
}
