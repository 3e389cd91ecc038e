import { isRecord } from '../../../json/json.ts'

/**
 * Whether a client introduces itself in a form that the SDK takes for certain; what is unusual, the
 * SDK is to judge.
 */
export function isUsualInfo(info: unknown): boolean {
  if (!isRecord(info) || typeof info.name !== 'string' || typeof info.version !== 'string')
    return false
  for (const name in info) if (typeof info[name] !== 'string' || name === 'icons') return false
  return true
}

/** The same for what it can do. */
export function areUsualCapabilities(capabilities: unknown): boolean {
  if (!isRecord(capabilities)) return false
  for (const name in capabilities) {
    const [settings, isUsual] = [capabilities[name], usualMembers.get(name)]
    if (
      !isRecord(settings) ||
      (isUsual === undefined
        ? Object.keys(settings).length > 0
        : !Object.values(settings).every(isUsual))
    )
      return false
  }
  return true
}

const usualMembers: ReadonlyMap<string, (member: unknown) => boolean> = new Map([
  ['experimental', isRecord],
  ['extensions', isRecord],
  ['sampling', isRecord],
  [
    'elicitation',
    (mode) =>
      isRecord(mode) &&
      (mode.applyDefaults === undefined || typeof mode.applyDefaults === 'boolean'),
  ],
  ['roots', (flag) => typeof flag === 'boolean'],
])
