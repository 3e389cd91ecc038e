import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { imageArgument, labelArgument } from '../../calls/arguments.ts'
import type { Darkroom } from '../../calls/darkroom.ts'
import { guard } from '../../calls/guard.ts'
import { type EditState, propagate, readXmp, writeXmp } from '../../editing/index.ts'
import { DarkroomError } from '../../errors/darkroom-error.ts'
import type { Workspace } from '../../workspace/create-workspaces.ts'

const Result = z.object({
  image_id: z.string(),
  snapshot_hash: z.string(),
  applied_ops: z.array(z.string()),
})

export const propagateState = ({ workspaces }: Darkroom) =>
  defineTool({
    name: 'propagate_state',
    summary: 'Copy the moves of one image to others, one snapshot each.',
    description: [
      'Crop, perspective, spots, lens and drawn masks belong to one image and stay behind, unless include_per_image is true. All targets are checked before any is written.',
      'Details of failures: image_id (not_found, or the one to blame), head_hash (versioning_error, when a HEAD is detached).',
    ].join(' '),
    input: z.object({
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
      include_per_image: z.boolean().default(false).describe('Copy what belongs to one image too'),
      label: labelArgument,
    }),
    output: z.object({
      n_succeeded: z.int(),
      n_failed: z.int(),
      results: z.array(Result),
      source_image_id: z.string(),
    }),
    effect: 'write',
    codes: ['invalid_input', 'not_found', 'state_error', 'versioning_error'],
    cli: {
      positionals: ['source_image_id'],
      flags: { target_image_ids: 'to', exclude_ops: 'exclude-op' },
    },
    run: (
      {
        source_image_id,
        target_image_ids,
        exclude_ops: excludeOps,
        include_per_image: includePerImage,
        label,
      },
      call,
    ) =>
      guard(call, async () => {
        const source = await workspaces.open(source_image_id, 'source_image_id')
        const targets = await Promise.all(
          target_image_ids.map((id, index) => workspaces.open(id, `target_image_ids[${index}]`)),
        )
        refuseRepeats(source, targets)
        const from = await stateOf(source)
        const options = { excludeOps, includePerImage }
        const found = await Promise.all(
          targets.map(
            async (target) =>
              propagate(from, await stateOf(target), { ...options, frame: target.frame })
                .appliedOps,
          ),
        )
        if (found.every((ops) => ops.length === 0)) throw nothingLeft(source, from, excludeOps)
        const results: z.output<typeof Result>[] = []
        for (const [index, { id, frame, repository }] of targets.entries()) {
          let applied_ops: string[] = []
          const change = (text: string) => {
            const { state, appliedOps } = propagate(from, readXmp(text), { ...options, frame })
            applied_ops = [...appliedOps]
            return writeXmp(state)
          }
          const { hash } = await repository.edit(
            label ?? `copy from ${source.id}`,
            change,
            call.signal,
          )
          results.push({ image_id: id, snapshot_hash: hash, applied_ops })
          call.progress(index + 1, targets.length, id)
        }
        return ok({ n_succeeded: results.length, n_failed: 0, results, source_image_id: source.id })
      }),
  })

/** Says whether there is nothing at all, or why what there is stays behind. */
function nothingLeft(
  { id, frame }: Workspace,
  from: EditState,
  excludeOps: readonly string[],
): DarkroomError {
  const [all, without] = [[], excludeOps].map((ops) => [
    ...new Set(propagate(from, from, { excludeOps: ops, includePerImage: true, frame }).appliedOps),
  ])
  const details = { image_id: id }
  if (all?.length === 0)
    return new DarkroomError('invalid_input', `'${id}' has no moves to copy.`, {
      path: 'source_image_id',
      hint: 'Apply some to it first; log tells what was done to an image.',
      details,
    })
  if (without?.length === 0)
    return new DarkroomError(
      'invalid_input',
      `Nothing of '${id}' is left to copy: all it has is ${all?.join(', ')}.`,
      { path: 'exclude_ops', hint: 'Leave fewer operations out.', details },
    )
  const hint = 'Set include_per_image to take them along.'
  return new DarkroomError(
    'invalid_input',
    `Nothing of '${id}' is left to copy: ${without?.join(', ')} belong to this image alone, by what they do or by a drawn mask.`,
    { path: 'include_per_image', hint, details },
  )
}

async function stateOf({ id, repository }: Workspace): Promise<EditState> {
  const head = await repository.head()
  if (head === undefined)
    throw new DarkroomError('state_error', `The image '${id}' has no snapshot.`, {
      details: { image_id: id },
    })
  return readXmp(head.text)
}

function refuseRepeats(source: Workspace, targets: readonly Workspace[]): void {
  targets.forEach(({ id }, index) => {
    const what =
      id === source.id
        ? 'is the source itself'
        : targets.findIndex((one) => one.id === id) < index
          ? 'is named twice'
          : undefined
    if (what !== undefined)
      throw new DarkroomError('invalid_input', `The target '${id}' ${what}.`, {
        path: `target_image_ids[${index}]`,
        details: { image_id: id },
      })
  })
}
