import { colourLayouts } from './layouts/colour-layouts.ts'
import type { Layout } from './layouts/define-layout.ts'
import { detailLayouts } from './layouts/detail-layouts.ts'
import { geometryLayouts } from './layouts/geometry-layouts.ts'
import { retouchLayout } from './layouts/retouch-layout.ts'
import { toneLayouts } from './layouts/tone-layouts.ts'

/** Every layout of darktable 4.2.1 that we can read and write. */
export const layouts: readonly Layout[] = Object.freeze([
  ...toneLayouts,
  ...colourLayouts,
  ...detailLayouts,
  ...geometryLayouts,
  retouchLayout,
])

const byOperation: ReadonlyMap<string, Layout> = new Map(
  layouts.map((layout) => [layout.operation, layout]),
)

/** Finds the layout of an operation; with a version, only if that version is the known one. */
export function findLayout(operation: string, modversion?: number): Layout | undefined {
  const layout = byOperation.get(operation)
  if (modversion !== undefined && layout?.modversion !== modversion) return undefined
  return layout
}
