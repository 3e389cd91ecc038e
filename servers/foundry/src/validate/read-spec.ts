import type { Finding } from '../findings/finding.ts'
import type { Spec } from '../spec/spec.ts'

export type ReadSpec =
  | { readonly ok: true; readonly spec: Spec }
  | { readonly ok: false; readonly findings: readonly [Finding, ...Finding[]] }

/** placeholder until validate is merged */
export function readSpec(text: string): ReadSpec {
  try {
    return { ok: true, spec: JSON.parse(text) as Spec }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : ''
    return { ok: false, findings: [{ code: 'INVALID_JSON', severity: 'error', path: '', message }] }
  }
}
