import type { EditState, PhotoKind } from './edit-state.ts'

/** The numbers that darktable gives its two current module orders. */
export const orderVersions: Readonly<Record<PhotoKind, number>> = { raw: 2, ldr: 3 }

/** Creates the state of a photo without a sidecar: only what darktable does to every photo. */
export function createBaseline({ kind = 'raw' }: { readonly kind?: PhotoKind } = {}): EditState {
  return {
    kind,
    orderVersion: orderVersions[kind],
    entries: [],
    masks: [],
    preserved: { attributes: [], elements: [] },
  }
}
