import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { runMergeDriver } from '../merge/run-merge-driver.ts'
import { scopes } from '../tools/scopes.ts'

const path = z.string().min(1).max(4096)

const input = z.object({
  base: path.describe('The common version, %O of git'),
  ours: path.describe('Our version, %A; the merged text is written here'),
  theirs: path.describe('Their version, %B'),
  path: path.default('the spec').describe('The name of the file, %P'),
})

/** Creates the command that git calls to merge two versions of a spec. */
export const merge = () =>
  defineTool({
    name: 'merge',
    summary: 'Merge two versions of a spec by node and member; git calls it after foundry init.',
    input,
    output: z.object({ text: z.string().describe('What a person should look at') }),
    effect: 'write',
    codes: ['CONFLICT'],
    scopes: [scopes.work],
    cli: { positionals: ['base', 'ours', 'theirs', 'path'], print: 'text' },
    async run(files, call) {
      const { exit, lines } = await runMergeDriver(files)
      const text = lines.join('\n')
      if (exit === 0) return ok({ text })
      return call.fail('CONFLICT', {
        message: text,
        hint: 'The file is as it was. Mend the version that is named, and merge again.',
      })
    },
  })
