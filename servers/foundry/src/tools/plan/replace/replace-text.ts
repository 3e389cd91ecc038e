import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../../../errors/foundry-error.ts'
import { nodeOf } from '../../../spec/node-of.ts'
import { rootId } from '../../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../../spec/spec.ts'
import { withNodes } from '../../../spec/with-node.ts'
import type { Plan } from '../../../store/plan-store.ts'
import { hasStarted } from '../../../tasks/has-started.ts'
import { specArgument, versionArgument } from '../../arguments.ts'
import { writeCodes } from '../../codes.ts'
import { findPlan } from '../../find-plan.ts'
import type { Foundry } from '../../foundry.ts'
import { guard } from '../../guard.ts'
import { scopes } from '../../scopes.ts'
import { withChanges } from '../changes-of.ts'
import { type Deviation, withDeviation } from '../with-deviation.ts'
import { replaceInWorker } from './replace-in-worker.ts'
import { type ChangedText, textKinds, textsOf, toMemberChanges } from './texts-of.ts'

const input = z.object({
  find: z.string().min(1).max(256),
  replace: z.string().max(1000).describe('With regex, $1 is what the first group matched'),
  regex: z.boolean().default(false).describe('True if find is a regular expression'),
  ignore_case: z.boolean().default(false),
  in: z
    .array(z.enum(textKinds))
    .min(1)
    .max(3)
    .default([...textKinds]),
  apply: z.boolean().default(false).describe('False shows samples and changes nothing'),
  spec_id: specArgument,
  version: versionArgument,
})

const output = z.object({
  spec_id: z.string(),
  applied: z.boolean(),
  replacements: z.int(),
  tasks: z.int().describe('Nodes that change'),
  samples: z
    .array(z.object({ task_id: z.string(), in: z.string(), before: z.string(), after: z.string() }))
    .optional(),
  version: z.string(),
})

const maxReplacements = 1000
const maxSamples = 10

type Asked = z.infer<typeof input>

/** Creates the tool that replaces words all over a spec. */
export const replaceText = (foundry: Foundry) =>
  defineTool({
    name: 'replace_text',
    summary: 'Replace words in titles, descriptions and criteria; shows samples until apply: true.',
    input,
    output,
    effect: 'write',
    codes: [...writeCodes, 'INVALID_REGEX_PATTERN', 'PATTERN_TOO_BROAD', 'NO_MATCHES_FOUND'],
    scopes: [scopes.maintain],
    cli: { positionals: ['find', 'replace'] },
    run: (asked, call) =>
      guard(call, async () => {
        const { spec_id } = await findPlan(foundry, { spec_id: asked.spec_id })
        const author = foundry.workerOf(call)
        const { answer, version } = await foundry.plans.edit(
          spec_id,
          async (plan) => {
            const found = await findChanges(plan.spec, asked)
            if (!asked.apply) return { answer: found }
            return { spec: withTexts(foundry, plan, found.texts, author), answer: found }
          },
          { version: asked.version },
        )
        const { texts, replacements } = answer
        const tasks = new Set(texts.map(({ id }) => id)).size
        const head = { spec_id, applied: asked.apply, replacements, tasks, version }
        if (asked.apply) return ok(head)
        return ok({ ...head, samples: texts.slice(0, maxSamples).map(toSample) })
      }),
  })

async function findChanges(spec: Spec, { find, replace, regex, ignore_case, ...asked }: Asked) {
  const pattern = regex ? find : find.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const replacement = regex ? replace : replace.replaceAll('$', '$$$$')
  const flags = ignore_case ? 'giu' : 'gu'
  const { source } = toRegex(pattern, flags)
  const all = textsOf(spec, asked.in)
  const replaced = await replaceInWorker(
    all.map(({ text }) => text),
    { pattern: source, flags, replacement, limit: maxReplacements },
  )
  if (replaced.length === 0) throw noMatches(find, asked.in)
  const texts = replaced.flatMap(({ at, text: after }) => {
    const before = all[at]
    return before === undefined || before.text === after ? [] : [{ ...before, after }]
  })
  texts.forEach(checkText)
  return { texts, replacements: replaced.reduce((sum, { count }) => sum + count, 0) }
}

function toRegex(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : ''
    throw new FoundryError('INVALID_REGEX_PATTERN', `The pattern cannot be read. ${reason}.`, {
      path: 'find',
      hint: 'Escape characters such as ( and [ with \\, or leave regex out for plain text.',
      details: { pattern },
    })
  }
}

/** A text is as long as one that is given, and is not empty. */
function checkText({ id, member, after }: ChangedText): void {
  const max = member === 'title' ? 200 : 4000
  if (after.trim() !== '' && after.length <= max) return
  const fault = after.trim() === '' ? 'empty' : `longer than ${max} characters`
  throw new FoundryError('VALIDATION_ERROR', `The ${member} of '${id}' would be ${fault}.`, {
    path: 'replace',
    hint: 'Nothing was changed. Choose another text, or other places with in.',
    details: { task_id: id, member },
  })
}

/** What tasks are measured by is in the journal, if they were begun. */
function withTexts(
  foundry: Foundry,
  plan: Plan,
  texts: readonly ChangedText[],
  author: string,
): Spec {
  const nodes: Record<string, SpecNode> = {}
  const deviations: Deviation[] = []
  for (const [task_id, own] of groupById(texts)) {
    const node = nodeOf(plan.spec, task_id)
    const changes = toMemberChanges(node, own)
    nodes[task_id] = withChanges(node, changes)
    const promised = changes.filter(({ member }) => member === 'acceptance_criteria')
    const reason = 'Words were replaced in the whole spec.'
    if (hasStarted(plan, task_id)) deviations.push({ task_id, changes: promised, author, reason })
  }
  let spec = withNodes(plan.spec, nodes)
  const root = nodes[rootId]
  const isShared = spec.title === plan.spec.hierarchy[rootId]?.title
  if (root !== undefined && isShared) spec = { ...spec, title: root.title }
  for (const deviation of deviations) spec = withDeviation(foundry, spec, deviation)
  return spec
}

function groupById(texts: readonly ChangedText[]): ReadonlyMap<string, readonly ChangedText[]> {
  const groups = new Map<string, ChangedText[]>()
  for (const text of texts) groups.set(text.id, [...(groups.get(text.id) ?? []), text])
  return groups
}

/** How much of a text a sample shows. */
const sampleLength = 120

/** Shows a text from a little before the first difference. */
function toSample({ id, member, text, after }: ChangedText) {
  let same = 0
  while (same < text.length && text[same] === after[same]) same++
  const start = Math.max(0, same - 30)
  const cut = (whole: string) => whole.slice(start, start + sampleLength)
  return { task_id: id, in: member, before: cut(text), after: cut(after) }
}

const noMatches = (find: string, kinds: readonly string[]) =>
  new FoundryError('NO_MATCHES_FOUND', `Nothing in ${kinds.join(', ')} matches '${find}'.`, {
    path: 'find',
    hint: 'Try ignore_case: true, or search for a part of it.',
    details: { pattern: find, scope: kinds },
  })
