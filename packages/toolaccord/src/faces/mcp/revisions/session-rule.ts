import { isRecord } from '../../../json/json.ts'
import type { Server } from '../../../server.ts'
import { toInteractive } from '../protocol/to-server-facts.ts'

/** Which 2025-era clients get a session over HTTP; `askable` are those that can be asked. */
export type SessionRule = 'always' | 'askable' | 'never'

/** The rule of a server that was told to keep sessions, or not to, or nothing. */
export function toSessionRule(server: Server, sessions: boolean | undefined): SessionRule {
  if (sessions === true) return 'always'
  if (sessions === undefined && toInteractive(server).size > 0) return 'askable'
  return 'never'
}

/** The capabilities of clients that a tool can use while it runs. */
const askable = ['elicitation', 'sampling', 'roots'] as const

/** True if the handshake with these parameters opens a session. */
export function opensSession(rule: SessionRule, params: unknown): boolean {
  if (rule !== 'askable') return rule === 'always'
  if (!isRecord(params) || !isRecord(params.capabilities)) return false
  const { capabilities } = params
  return askable.some((name) => capabilities[name] !== undefined)
}

/** The names of tools that cannot ask 2025-era clients over HTTP, because sessions are off. */
export function findMutedTools(server: Server, rule: SessionRule): readonly string[] {
  if (rule !== 'never') return []
  return [...toInteractive(server)]
}
