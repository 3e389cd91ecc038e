import { isRecord } from '../../../json/json.ts'
import { tasksExtension } from '../protocol/meta-keys.ts'

/** True if the capabilities of a request have the tasks extension. */
export function declaresTasks(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !isRecord(capabilities.extensions)) return false
  return isRecord(capabilities.extensions[tasksExtension])
}
