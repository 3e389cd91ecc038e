import type { Finding } from '../findings/finding.ts'
import { type Manifest, parseVersionName } from '../model/index.ts'

/** Checks that the name of a version fits its day, its status and its folder. */
export function checkName({ version, status }: Manifest, folder: string): readonly Finding[] {
  const parts = parseVersionName(version)
  if (parts === undefined) {
    const finding = toError({
      code: 'VERSION_NAME_INVALID',
      path: 'meta.yaml: version',
      message: `'${version}' names a day that does not exist.`,
      hint: 'Write type@YYYY-MM-DD, or type@YYYY-MM-DD-beta.',
    })
    return [finding]
  }
  const findings: Finding[] = []
  if (parts.isBeta !== (status === 'beta')) {
    const finding = toError({
      code: 'VERSION_STATUS_MISMATCH',
      path: 'meta.yaml: status',
      message: `'${version}' has the status ${status}.`,
      hint: 'A name ends in -beta if, and only if, the status is beta.',
    })
    findings.push(finding)
  }
  const wanted = version.replace('@', '/')
  if (folder !== wanted) {
    const finding = toError({
      code: 'VERSION_FOLDER_MISMATCH',
      path: 'meta.yaml: version',
      message: `'${version}' is in the folder '${folder}'.`,
      hint: `Move it to '${wanted}', or correct the version.`,
    })
    findings.push(finding)
  }
  return findings
}

/** Checks that a stable version still has the hash in its manifest; zeros are not a hash. */
export function checkHash(manifest: Manifest, hash: string): readonly Finding[] {
  const { version, status, content_hash: named } = manifest
  const isNamed = named !== undefined && !/^sha256-0+$/.test(named)
  if (status === 'beta' || !isNamed || named === hash) return []
  const finding = toError({
    code: 'STABLE_VERSION_CHANGED',
    path: 'meta.yaml: content_hash',
    message: `'${version}' is stable, and its content is not that of ${named}.`,
    hint: 'Restore the content, or publish the change under a new version.',
  })
  return [finding]
}

const toError = (finding: Omit<Finding, 'severity'>): Finding => ({ ...finding, severity: 'error' })
