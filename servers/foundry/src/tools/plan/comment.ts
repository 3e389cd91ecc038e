import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../errors/foundry-error.ts'
import { nodeOf } from '../../spec/node-of.ts'
import { withMetadata, withNode } from '../../spec/with-node.ts'
import type { Plan } from '../../store/plan-store.ts'
import { proseArgument, specArgument, taskArgument } from '../arguments.ts'
import { writeCodes } from '../codes.ts'
import { findPlan } from '../find-plan.ts'
import type { Foundry } from '../foundry.ts'
import { guard } from '../guard.ts'
import { needsMaintainer } from '../needs-maintainer.ts'
import { scopes } from '../scopes.ts'

/** How many comments a task may have. */
const maxComments = 500

const input = z.object({
  task_id: taskArgument,
  text: proseArgument,
  answer_to: z.string().min(1).max(64).optional().describe('The id of the comment it answers'),
  spec_id: specArgument,
})

const output = z.object({
  spec_id: z.string(),
  task_id: z.string(),
  comment_id: z.string(),
  version: z.string(),
})

/** Something that somebody said about a task. */
interface Remark {
  readonly author: string
  readonly at: string
  readonly text: string
}

/** Creates the tool that comments on a task, or answers a comment. */
export const comment = (foundry: Foundry) =>
  defineTool({
    name: 'comment',
    summary: 'Comment on a task for its worker, or answer a comment; nothing is ever removed.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'NOT_FOUND'],
    scopes: [scopes.work],
    rest: {
      method: 'POST',
      path: '/specs/:spec_id/comments',
      form: '/plans/:spec_id#node-:task_id',
    },
    cli: { positionals: ['task_id', 'text'] },
    run: ({ task_id, text, answer_to, spec_id: named }, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: named, task_id })
        const remark = { author: foundry.workerOf(call), at: foundry.now().toISOString(), text }
        const isMaintainer = foundry.isMaintainer(call)
        const comment_id = answer_to ?? foundry.ids.id()
        const { version } = await foundry.plans.edit(spec_id, (plan) => {
          const known = commentsOf(plan, task_id)
          if (answer_to !== undefined && !isMaintainer) checkIsWorker(plan, task_id, remark.author)
          const comments =
            answer_to === undefined
              ? withComment(known, comment_id, remark)
              : withAnswer(known, answer_to, remark)
          const spec = withNode(plan.spec, task_id, (node) => withMetadata(node, { comments }))
          return { spec, answer: undefined }
        })
        return ok({ spec_id, task_id, comment_id, version })
      }),
  })

function commentsOf({ spec }: Plan, id: string): readonly unknown[] {
  const { comments } = nodeOf(spec, id).metadata
  return Array.isArray(comments) ? comments : []
}

/** Who has the task answers for it. */
function checkIsWorker({ running }: Plan, id: string, worker: string): void {
  if (running.tasks[id]?.holder === worker) return
  throw needsMaintainer(`To answer on task '${id}', which you do not have,`, 'answer_to')
}

function withComment(known: readonly unknown[], id: string, remark: Remark): readonly unknown[] {
  if (known.length >= maxComments) throw tooManyComments()
  return [...known, { id, ...remark }]
}

function withAnswer(known: readonly unknown[], id: string, answer: Remark): readonly unknown[] {
  const asked = known.find((one) => isObject(one) && one.id === id)
  if (!isObject(asked)) throw commentNotFound(id)
  if (asked.answer !== undefined) throw answeredAlready(id)
  return known.map((one) => (one === asked ? { ...asked, answer } : one))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const commentNotFound = (id: string) =>
  new FoundryError('NOT_FOUND', `The task has no comment '${id}'.`, {
    path: 'answer_to',
    hint: 'Call prepare with the task_id; each open comment begins with its id.',
  })

const answeredAlready = (id: string) =>
  new FoundryError('CONFLICT', `Comment '${id}' has an answer already.`, {
    path: 'answer_to',
    hint: 'Leave answer_to out to add another comment.',
  })

const tooManyComments = () =>
  new FoundryError('VALIDATION_ERROR', `A task has at most ${maxComments} comments.`, {
    path: 'text',
    hint: 'Write a line into the journal with note instead.',
  })
