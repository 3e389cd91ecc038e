import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server as SdkServer,
} from '@modelcontextprotocol/server'
import type { CallContext } from '../../../define/call.ts'
import { type Resource, isTemplate, matchTemplate, toContents } from '../../../define/resource.ts'
import { compact } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import type { Asker } from './asker.ts'
import { complete } from './complete.ts'

/** Lets an SDK server answer for the resources of a server. */
export function addResources(sdk: SdkServer, server: Server, ask: Asker): void {
  const resources = server.resources()
  if (resources.length === 0) return
  const templates = resources.filter(({ uri }) => isTemplate(uri))
  const fixed = resources.filter(({ uri }) => !isTemplate(uri))
  sdk.setRequestHandler('resources/list', () => ({
    resources: fixed.map((resource) => ({ uri: resource.uri, ...describe(resource) })),
  }))
  sdk.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map((resource) => ({
      uriTemplate: resource.uri,
      ...describe(resource),
    })),
  }))
  sdk.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const result = await ask(context, `resource ${uri}`, async (call) => ({
      contents: await read(resources, uri, call),
    }))
    const isEmpty = Array.isArray(result.contents) && result.contents.length === 0
    if (isEmpty) throw new ResourceNotFoundError(uri)
    return result
  })
  sdk.setRequestHandler('resources/subscribe', () => ({}))
  sdk.setRequestHandler('resources/unsubscribe', () => ({}))
}

/** Lets an SDK server complete the arguments of prompts and of resource templates. */
export function addCompletions(sdk: SdkServer, server: Server): void {
  if (!sdk.getCapabilities().completions) return
  sdk.setRequestHandler('completion/complete', async ({ params }) => ({
    completion: { values: await complete(server, params.ref, params.argument) },
  }))
}

const describe = ({ name, title, summary, mimeType, meta }: Resource) =>
  compact({ name, title, description: summary, mimeType, _meta: meta })

/** The contents under a URI, from the first resource that has any; else an empty array. */
async function read(
  resources: readonly Resource[],
  uri: string,
  context: CallContext,
): Promise<ReadResourceResult['contents']> {
  for (const resource of resources) {
    const variables = matchTemplate(resource.uri, uri)
    const body = variables && (await resource.read(variables, context))
    if (body !== undefined) return [toContents(uri, body, resource)]
  }
  return []
}
