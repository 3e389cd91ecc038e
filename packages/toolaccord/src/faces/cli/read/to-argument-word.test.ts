import { expect, it } from 'vitest'
import * as z from 'zod'
import { defineParameters } from '../../../define/parameters.ts'
import { defineTool } from '../../../define/tool.ts'
import { withParameters } from '../../../define/with-parameters.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { toCommand } from '../commands/commands.ts'
import { toArgumentWord } from './to-argument-word.ts'

const apply = defineTool({
  name: 'apply',
  summary: 'Apply.',
  input: withParameters(
    z.object({
      image_id: z.string(),
      primitive_name: z.string(),
      maskSpec: z.object({ form: z.string() }).optional(),
      tags: z.array(z.string()).optional(),
    }),
    defineParameters({ ev: { range: [-3, 3] } }),
  ),
  output: z.object({}),
  effect: 'write',
  cli: { positionals: ['image_id'], flags: { primitive_name: 'entry', tags: 'tag' } },
  run: () => ok({}),
})
const [listing] = defineServer({ name: 's', version: '1', tools: [apply] }).tools()

it.each([
  ['image_id', '<image_id>'],
  ['primitive_name', '--entry'],
  ['maskSpec.form', '--mask-spec.form'],
  ['tags[1]', '--tag[1]'],
  ['value', '--value'],
  ['value.ev', '--param ev'],
  ['rows[2].name', 'rows[2].name'],
  ['', ''],
])('%j is spelt %j on the command line', (path, word) => {
  expect(toArgumentWord(toCommand(listing ?? expect.fail('none')), path)).toBe(word)
})
