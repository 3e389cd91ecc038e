import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { validateResolved as validate } from '../../datachains/validate-resolved.ts'
import type { Domain } from '../../domain/domain.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { judge } from './judge.ts'
import { documentCodes, readResolved } from './read-datachain.ts'

/** The tool validate_resolved. */
export const validateResolved = ({ catalogue }: Domain) =>
  defineTool({
    name: 'validate_resolved',
    summary:
      'Check a resolved datachain: the rules of every datachain, its suggested elements, ' +
      'and its snapshot against the version.',
    input: z.object({ version: inputs.documentVersion, datachain: inputs.datachain }),
    output: z.object({ ok: z.literal(true), warnings: z.array(outputs.warning) }),
    effect: 'read',
    codes: [...versionCodes, ...documentCodes, ...ruleCodes],
    rest: {
      method: 'POST',
      path: `${restBase}/schemas/:version/validate_resolved`,
      body: 'datachain',
    },
    cli: inputs.documentCommand,
    run({ version: name, datachain }) {
      const version = readVersionFor(catalogue, name, datachain)
      const resolved = readResolved(datachain, version)
      const findings = validate(resolved, version.manifest.version, version)
      const { warnings, notes } = judge(findings, version)
      return ok({ ok: true, warnings }, notes)
    },
  })
