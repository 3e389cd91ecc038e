import { isRecord } from '../../json.ts'

/** Whether a client introduces itself in a form that the SDK takes for certain; what is unusual, the SDK is to judge. */
export function isUsualInfo(info: unknown): boolean {
  return (
    isRecord(info) &&
    typeof info.name === 'string' &&
    typeof info.version === 'string' &&
    Object.entries(info).every(([name, member]) => typeof member === 'string' && name !== 'icons')
  )
}

/** The same for what it can do. */
export function areUsualCapabilities(capabilities: unknown): boolean {
  return (
    isRecord(capabilities) &&
    Object.entries(capabilities).every(
      ([name, settings]) => isRecord(settings) && Object.values(settings).every(usualMembers.get(name) ?? (() => false)),
    )
  )
}

const usualMembers: ReadonlyMap<string, (member: unknown) => boolean> = new Map([
  ['experimental', isRecord],
  ['extensions', isRecord],
  ['sampling', isRecord],
  ['elicitation', (mode) => isRecord(mode) && (mode.applyDefaults === undefined || typeof mode.applyDefaults === 'boolean')],
  ['roots', (flag) => typeof flag === 'boolean'],
])
