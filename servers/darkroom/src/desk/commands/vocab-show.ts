import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { entryArgument } from '../../calls/arguments.ts'
import { findEntry } from '../../calls/find-entry.ts'
import { guard } from '../../calls/guard.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import { quote } from '../../names/quote.ts'
import { MaskItem } from '../../tools/vocabulary/list-masks-vocabulary.ts'
import { VocabularyItem, toVocabularyItem } from '../../tools/vocabulary/list-vocabulary.ts'
import type { Desk } from '../desk.ts'

/** Creates the command that shows a move. */
export const vocabShow = ({ vocabulary }: Desk) =>
  defineTool({
    name: 'vocab_show',
    summary: 'Show a move of the vocabulary with its parameters.',
    input: z.object({ name: entryArgument }),
    output: VocabularyItem.extend({ pack: z.string() }),
    effect: 'read',
    codes: ['not_found'],
    cli: { group: 'vocab', positionals: ['name'] },
    run: ({ name }, call) =>
      guard(call, async () => {
        const entry = findEntry(vocabulary, name, 'name')
        return ok({ ...toVocabularyItem(entry), pack: entry.pack })
      }),
  })

/** Creates the command that shows a mask. */
export const vocabShowMask = ({ vocabulary }: Desk) =>
  defineTool({
    name: 'vocab_show_mask',
    summary: 'Show a named mask.',
    input: z.object({ name: entryArgument }),
    output: MaskItem,
    effect: 'read',
    codes: ['not_found'],
    cli: { group: 'vocab', positionals: ['name'] },
    run: ({ name }, call) =>
      guard(call, async () => {
        const mask = vocabulary.findMask(name)
        if (mask !== undefined) return ok({ ...mask, tags: [...mask.tags] })
        const near = vocabulary.nearestMask(name)
        throw new DarkroomError('not_found', `The vocabulary has no mask ${quote(name)}.`, {
          path: 'name',
          hint: near && `Did you mean '${near}'?`,
          next: [{ tool: 'vocab_list_masks', why: 'to see every mask' }],
        })
      }),
  })
