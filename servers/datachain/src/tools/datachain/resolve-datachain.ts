import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { resolveDatachain as resolve } from '../../datachains/resolve-datachain.ts'
import type { Domain } from '../../domain/domain.ts'
import { isLargerThan } from '../../json/is-larger-than.ts'
import { restBase } from '../../web/rest-base.ts'
import { ruleCodes } from '../codes.ts'
import { inputs } from '../inputs.ts'
import { readVersionFor, versionCodes } from '../read-version.ts'
import { documentCodes, mostResolvedBytes, readDatachain } from './read-datachain.ts'

/** The tool resolve_datachain. */
export const resolveDatachain = ({ catalogue }: Domain) =>
  defineTool({
    name: 'resolve_datachain',
    summary:
      'Make a datachain that can be read on its own: ' +
      'with the elements, the categories and the type that it refers to.',
    description:
      'The datachain must be valid. The answer can be stored, given to validate_resolved, ' +
      'and rendered without the version.',
    input: z.object({ version: inputs.documentVersion, datachain: inputs.datachain }),
    output: z
      .looseObject({ id: z.string(), schema_version: z.string() })
      .describe('The resolved datachain; its form is schema_json.resolved_datachain'),
    effect: 'read',
    codes: [...versionCodes, ...documentCodes, ...ruleCodes],
    rest: { method: 'POST', path: `${restBase}/schemas/:version/resolve`, body: 'datachain' },
    cli: inputs.documentCommand,
    // Half of it could neither be stored nor read on its own.
    fidelity: { whole: [''] },
    run({ version: name, datachain }, call) {
      const version = readVersionFor(catalogue, name, datachain)
      const { datachain: valid, notes } = readDatachain(datachain, version)
      const resolved = resolve(valid, version)
      if (isLargerThan(resolved, mostResolvedBytes)) {
        const problem = {
          code: 'payload_too_large',
          message: `Resolved, the datachain has more than ${mostResolvedBytes} bytes.`,
          path: 'datachain',
          hint: 'Place fewer elements, or split it into linked datachains.',
        } as const
        call.reject([problem], { notes })
      }
      return ok(resolved, notes)
    },
  })
