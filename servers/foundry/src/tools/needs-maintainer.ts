import { FoundryError } from '../errors/foundry-error.ts'
import { scopes } from './scopes.ts'

/** The error for what a worker may not do; `what` begins the sentence. */
export const needsMaintainer = (what: string, path: string) =>
  new FoundryError('FORBIDDEN', `${what} is for maintainers.`, {
    path,
    hint: `Ask a person to do it, or use a key with the scope ${scopes.maintain}.`,
    details: { required_permission: scopes.maintain },
  })
