import type { Outcome, Policy } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'

/**
 * Creates the policy that names the version in failures that came before the tool could: those of
 * wrong arguments, too, say which version was asked for.
 */
export const noteVersion = (catalogue: Catalogue): Policy => ({
  name: 'note version',
  async around({ args }, next) {
    const outcome = await next()
    if (outcome.ok || outcome.notes.version !== undefined) return outcome
    return withVersion(outcome, catalogue.find(nameIn(args))?.manifest.version)
  },
})

/** The version that a caller asked for; the empty string is never the name of one. */
function nameIn(args: unknown): string {
  const isObject = typeof args === 'object' && args !== null
  if (!isObject || !('version' in args) || !Object.hasOwn(args, 'version')) return ''
  return typeof args.version === 'string' ? args.version : ''
}

function withVersion(outcome: Outcome, version: string | undefined): Outcome {
  if (version === undefined) return outcome
  return { ...outcome, notes: { ...outcome.notes, version } }
}
