/**
 * Elements that draw and do nothing else. `use` and `pattern` are missing on purpose: with them a
 * small file can grow without end.
 */
export const drawingElements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'path',
  'circle',
  'ellipse',
  'rect',
  'line',
  'polyline',
  'polygon',
  'defs',
  'mask',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'stop',
])

/** Elements that only describe the drawing; icons leave them out. */
export const describingElements: ReadonlySet<string> = new Set(['title', 'desc'])

/**
 * Elements that others refer to by id. Nothing inside them may refer to another one, so that no
 * file takes forever to draw.
 */
export const referredElements: ReadonlySet<string> = new Set([
  'mask',
  'clipPath',
  'linearGradient',
  'radialGradient',
])
