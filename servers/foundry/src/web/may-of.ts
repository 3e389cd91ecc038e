import type { Caller } from 'toolaccord'
import type { May } from '../pages/index.ts'
import { scopes } from '../tools/scopes.ts'

/** Returns the forms that a caller gets, which are those that the tools would take from it. */
export function mayOf(caller: Pick<Caller, 'scopes'> | undefined): May {
  const has = (scope: string): boolean => caller?.scopes.includes(scope) === true
  if (!has(scopes.work)) return { actions: [] }
  if (!has(scopes.maintain)) return { actions: ['comment'] }
  return { actions: ['approve', 'comment', 'answer', 'cancel'] }
}
