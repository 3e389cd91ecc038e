import { defineRule } from '../../findings/rule.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

/** A datachain is checked against the version that it names. */
export const schemaVersionMismatch = defineRule(
  'INSTANCE_SCHEMA_VERSION_MISMATCH',
  function* ({ datachain, version }: InstanceScope) {
    const { schema_version: pinned } = datachain
    if (pinned === version) return
    yield {
      message: `The datachain is written for ${pinned} and was checked against ${version}.`,
      path: 'schema_version',
      hint: `Call with the version '${pinned}', or write '${version}' here.`,
    }
  },
)
