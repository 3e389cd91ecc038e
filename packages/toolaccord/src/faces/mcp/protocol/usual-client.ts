import { isRecord } from '../../../json/json.ts'

/** True if the SDK takes a client's introduction for certain; it is to judge any other itself. */
export function isUsualClient(info: unknown): boolean {
  if (!isRecord(info)) return false
  if (typeof info.name !== 'string' || typeof info.version !== 'string') return false
  for (const name in info) if (typeof info[name] !== 'string' || name === 'icons') return false
  return true
}

/** True if the SDK takes a client's capabilities for certain. */
export function areUsualCapabilities(capabilities: unknown): boolean {
  if (!isRecord(capabilities)) return false
  for (const name in capabilities) {
    if (!areUsualSettings(capabilities[name], usualSettings.get(name))) return false
  }
  return true
}

type Check = (setting: unknown) => boolean

function areUsualSettings(settings: unknown, isUsual: Check | undefined): boolean {
  if (!isRecord(settings)) return false
  if (isUsual === undefined) return Object.keys(settings).length === 0
  return Object.values(settings).every(isUsual)
}

function isUsualElicitation(mode: unknown): boolean {
  if (!isRecord(mode)) return false
  return mode.applyDefaults === undefined || typeof mode.applyDefaults === 'boolean'
}

const usualSettings: ReadonlyMap<string, Check> = new Map([
  ['experimental', isRecord],
  ['extensions', isRecord],
  ['sampling', isRecord],
  ['elicitation', isUsualElicitation],
  ['roots', (flag) => typeof flag === 'boolean'],
])
