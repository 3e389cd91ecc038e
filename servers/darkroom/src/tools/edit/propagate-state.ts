import { type Call, defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import {
  type EditState,
  type PropagateOptions,
  propagate,
  readXmp,
  writeXmp,
} from '../../editing/index.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import type { Workspace } from '../../workspace/create-workspaces.ts'

const input = z.object({
  source_image_id: imageArgument.describe('The image to copy from'),
  target_image_ids: z
    .array(imageArgument.meta({ examples: ['IMG_1235'] }))
    .min(1)
    .max(200)
    .describe('The images to copy to'),
  exclude_ops: z
    .array(z.string().min(1).max(64))
    .max(64)
    .default([])
    .describe("darktable's operations to leave out"),
  include_per_image: z.boolean().default(false).describe('Copy also what belongs to one image'),
  label: labelArgument,
})

const Result = z.object({
  image_id: z.string(),
  snapshot_hash: z.string(),
  applied_ops: z.array(z.string()),
})

const output = z.object({
  n_succeeded: z.int(),
  n_failed: z.int(),
  results: z.array(Result),
  source_image_id: z.string(),
})

const description = [
  'Crop, perspective, spots, lens and drawn masks belong to one image and are not copied,',
  'unless include_per_image is true. All targets are checked before any is written.',
].join(' ')

/** Creates the tool that copies moves to other images. */
export const propagateState = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'propagate_state',
    summary: 'Copy the moves of one image to others, one snapshot each.',
    description,
    input,
    output,
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: {
      positionals: ['source_image_id'],
      flags: { target_image_ids: 'to', exclude_ops: 'exclude-op' },
    },
    run: ({ source_image_id, target_image_ids, label, ...asked }, call) =>
      guard(call, async () => {
        const options = {
          excludeOps: asked.exclude_ops,
          includePerImage: asked.include_per_image,
        }
        const source = await workspaces.open(source_image_id, 'source_image_id')
        const targets = await Promise.all(
          target_image_ids.map((id, index) => workspaces.open(id, `target_image_ids[${index}]`)),
        )
        checkTargets(source, targets)
        const from = await stateOf(source)
        await checkCopies(source, from, targets, options)
        const copy = { source: source.id, from, options, label: label ?? `copy from ${source.id}` }
        const results = await copyTo(targets, copy, call)
        return ok({ n_succeeded: results.length, n_failed: 0, results, source_image_id: source.id })
      }),
  })

async function stateOf({ id, repository }: Workspace): Promise<EditState> {
  const head = await repository.head()
  if (head !== undefined) return readXmp(head.text)
  throw new DarkroomError('state_error', `The image '${id}' has no snapshot.`, {
    details: { image_id: id },
  })
}

function checkTargets(source: Workspace, targets: readonly Workspace[]): void {
  const seen = new Set<string>()
  for (const [index, { id }] of targets.entries()) {
    const path = `target_image_ids[${index}]`
    const details = { image_id: id }
    if (id === source.id)
      throw new DarkroomError('invalid_input', `The target '${id}' is the source itself.`, {
        path,
        details,
      })
    if (seen.has(id))
      throw new DarkroomError('invalid_input', `The target '${id}' is named twice.`, {
        path,
        details,
      })
    seen.add(id)
  }
}

/** Throws if no target would get a move, before any target is written. */
async function checkCopies(
  source: Workspace,
  from: EditState,
  targets: readonly Workspace[],
  options: PropagateOptions,
): Promise<void> {
  const copied = await Promise.all(
    targets.map(async (target) => {
      const { appliedOps } = propagate(from, await stateOf(target), {
        ...options,
        frame: target.frame,
      })
      return appliedOps.length
    }),
  )
  if (copied.every((count) => count === 0))
    throw nothingLeft(source, from, options.excludeOps ?? [])
}

interface Copy {
  /** The id of the image that the moves come from. */
  readonly source: string
  readonly from: EditState
  readonly options: PropagateOptions
  readonly label: string
}

async function copyTo(
  targets: readonly Workspace[],
  { source, from, options, label }: Copy,
  call: Call<string>,
): Promise<z.output<typeof Result>[]> {
  const results: z.output<typeof Result>[] = []
  for (const [index, { id, frame, repository }] of targets.entries()) {
    let applied_ops: string[] = []
    const change = (text: string) => {
      const { state, appliedOps } = propagate(from, readXmp(text), { ...options, frame })
      applied_ops = [...appliedOps]
      return writeXmp(state)
    }
    const about = { metadata: { copied_from: source }, signal: call.signal }
    const { hash } = await repository.edit(label, change, about)
    results.push({ image_id: id, snapshot_hash: hash, applied_ops })
    call.progress(index + 1, targets.length, id)
  }
  return results
}

/** Says if there are no moves at all, or why the moves that there are cannot be copied. */
function nothingLeft(
  { id, frame }: Workspace,
  from: EditState,
  excludeOps: readonly string[],
): DarkroomError {
  const opsWithout = (excluded: readonly string[]) => {
    const options = { excludeOps: excluded, includePerImage: true, frame }
    return [...new Set(propagate(from, from, options).appliedOps)]
  }
  const details = { image_id: id }
  const all = opsWithout([])
  if (all.length === 0)
    return new DarkroomError('invalid_input', `'${id}' has no moves to copy.`, {
      path: 'source_image_id',
      hint: 'Apply some to it first.',
      next: [{ tool: 'log', args: { image_id: id }, why: 'to see what was done to it' }],
      details,
    })
  const left = opsWithout(excludeOps)
  if (left.length === 0)
    return new DarkroomError(
      'invalid_input',
      `Nothing of '${id}' is left to copy: it only has ${all.join(', ')}.`,
      { path: 'exclude_ops', hint: 'Leave fewer operations out.', details },
    )
  return new DarkroomError(
    'invalid_input',
    `Nothing of '${id}' is left to copy: ${left.join(', ')} belong to this image alone, ` +
      'by what they do or by a drawn mask.',
    {
      path: 'include_per_image',
      hint: 'Set include_per_image to copy them too.',
      details,
    },
  )
}
