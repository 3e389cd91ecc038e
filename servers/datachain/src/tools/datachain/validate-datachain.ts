import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import type { Domain } from '../../domain/domain.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { inputs } from '../inputs.ts'
import { outputs } from '../outputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { documentCodes, readDatachain } from './read-datachain.ts'

/** The tool validate_datachain. */
export const validateDatachain = ({ catalogue }: Domain) =>
  defineTool({
    name: 'validate_datachain',
    summary:
      'Check a datachain against a version, ' +
      'and learn everything that is wrong with it, with a hint for each.',
    description:
      'An invalid datachain is a soft failure: the call worked, and errors lists what to correct.',
    input: z.object({ version: inputs.documentVersion, datachain: inputs.datachain }),
    output: z.object({ ok: z.literal(true), warnings: z.array(outputs.warning) }),
    effect: 'read',
    codes: [...versionCodes, ...documentCodes, ...ruleCodes],
    rest: { method: 'POST', path: `${restBase}/schemas/:version/validate`, body: 'datachain' },
    cli: inputs.documentCommand,
    run({ version: name, datachain }) {
      const version = readVersionFor(catalogue, name, datachain)
      const { warnings, notes } = readDatachain(datachain, version)
      return ok({ ok: true, warnings }, notes)
    },
  })
