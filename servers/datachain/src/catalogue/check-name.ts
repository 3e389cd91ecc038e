import type { Finding } from '../findings/finding.ts'
import type { Manifest } from '../model/index.ts'
import { parseVersionName } from '../model/index.ts'

/** Whether the name of a version fits its day, its status and its folder. */
export function checkName({ version, status }: Manifest, folder: string): readonly Finding[] {
  const [parts, wanted, path] = [
    parseVersionName(version),
    version.replace('@', '/'),
    'meta.yaml: version',
  ]
  if (parts === undefined) {
    return [
      toFinding(
        'VERSION_NAME_INVALID',
        path,
        `'${version}' names a day that does not exist.`,
        'Write type@YYYY-MM-DD, with -beta where it is one.',
      ),
    ]
  }
  const findings: Finding[] = []
  if (parts.isBeta !== (status === 'beta')) {
    const hint = 'A name ends in -beta where, and only where, the status is beta.'
    findings.push(
      toFinding(
        'VERSION_STATUS_MISMATCH',
        'meta.yaml: status',
        `'${version}' has the status ${status}.`,
        hint,
      ),
    )
  }
  if (folder !== wanted) {
    findings.push(
      toFinding(
        'VERSION_FOLDER_MISMATCH',
        path,
        `'${version}' is in the folder '${folder}'.`,
        `Move it to '${wanted}', or correct the version.`,
      ),
    )
  }
  return findings
}

/** A stable version that names its hash must still have it; zeros name none. */
export function checkHash(
  { version, status, content_hash: named }: Manifest,
  hash: string,
): readonly Finding[] {
  if (status === 'beta' || named === undefined || /^sha256-0+$/.test(named) || named === hash)
    return []
  const message = `'${version}' is stable, and its content is no longer that of ${named}.`
  return [
    toFinding(
      'STABLE_VERSION_CHANGED',
      'meta.yaml: content_hash',
      message,
      'Restore the content, or publish the change under a new version.',
    ),
  ]
}

const toFinding = (code: string, path: string, message: string, hint: string): Finding => ({
  code,
  severity: 'error',
  path,
  message,
  hint,
})
