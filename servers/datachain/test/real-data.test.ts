import { describe, expect, test } from 'vitest'
import { buildVersion } from '../src/catalogue/build-version.ts'
import { readVersionFolders } from '../src/node/read-version-folders.ts'

const root = process.env.DTPR_DATA
if (root === undefined)
  console.warn(
    'SKIPPED: the real data set is not tested. ' +
      'Set DTPR_DATA to a folder of versions, such as …/dtpr.',
  )

describe.skipIf(root === undefined)('the real data set', () => {
  test('loads without a finding', async () => {
    const folders = await readVersionFolders(root ?? '')
    const built = await Promise.all(folders.map(buildVersion))
    expect(built.length).toBeGreaterThan(0)
    for (const { version, findings } of built) {
      expect(findings).toEqual([])
      expect(version?.elements.length).toBeGreaterThan(100)
    }
  })
})
