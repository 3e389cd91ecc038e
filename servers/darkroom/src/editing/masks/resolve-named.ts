import { EditError } from '../state/edit-error.ts'
import type { MaskSpec } from './mask-spec.ts'

/** Finds named masks. */
export interface NamedMasks {
  findMask(name: string): { readonly spec: MaskSpec } | undefined
  nearestMask(name: string): string | undefined
}

/**
 * Replaces a named mask by the mask of the vocabulary, with the caller's own properties on top.
 * Other masks are returned unchanged.
 */
export function resolveNamed(
  spec: MaskSpec,
  masks: NamedMasks | undefined,
  path = 'mask_spec',
): MaskSpec {
  const { kind, name, invert = false, ...own } = spec
  if (kind === undefined && name === undefined) return spec
  if (name === undefined)
    throw new EditError('masking', 'A named mask needs a name.', { path: `${path}.name` })
  if (own.dt_form !== undefined || own.dt_params !== undefined || own.range_filter !== undefined) {
    throw new EditError('masking', 'A mask is either named or described, not both.', {
      path,
      hint: 'Leave out the name, or leave out dt_form and range_filter.',
    })
  }
  const found = masks?.findMask(name)
  if (found === undefined) throw unknownMask(name, masks?.nearestMask(name), path)
  return { ...found.spec, ...own, invert: (found.spec.invert ?? false) !== invert }
}

function unknownMask(name: string, close: string | undefined, path: string): EditError {
  return new EditError('not_found', `No mask is named '${name}'.`, {
    path: `${path}.name`,
    hint: close === undefined ? undefined : `Did you mean '${close}'?`,
    next: [{ tool: 'list_masks_vocabulary', why: 'to see the names' }],
  })
}
