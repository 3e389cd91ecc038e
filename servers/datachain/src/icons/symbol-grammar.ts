const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/**
 * Elements that draw and do nothing else. `use` and `pattern` are not here: they let a small file
 * grow without end.
 */
export const drawingElements = names(
  'svg g path circle ellipse rect line polyline polygon defs mask clipPath linearGradient radialGradient stop',
)

/** Elements that only tell about the drawing; icons leave them out. */
export const tellingElements = names('title desc')

/** What others refer to by id; in here nothing may refer on, so that no file takes forever to draw. */
export const referredElements = names('mask clipPath linearGradient radialGradient')

const attributes = names(
  'id x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height pathLength transform color opacity display visibility fill fill-rule fill-opacity clip-rule clip-path clipPathUnits ' +
    'mask mask-type maskUnits maskContentUnits stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset vector-effect ' +
    'shape-rendering paint-order gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity',
)

/** Attributes of the root that the icon has itself, and what each may be. */
const rootAttributes: Readonly<Record<string, RegExp>> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  'xmlns:xlink': /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  'xml:space': /^(?:preserve|default)$/,
  version: /^1\.[012]$/,
  viewBox: /^0[ ,]+0[ ,]+36[ ,]+36$/,
  width: /^36(?:px)?$/,
  height: /^36(?:px)?$/,
}

/** Stands in a body for the colour behind the symbol. */
export const symbolBackground = 'var(--symbol-bg)'

const background = /^var\(\s*--symbol-bg\s*(?:,\s*[#\w]+\s*)?\)$/
const reference = /^url\(\s*#([\w-]+)\s*\)$/
const colour = /^(?:rgb|hsl)a?\([\d\s.,%/]*\)$/
const transform = /^(?:\s*,?\s*(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,e+-]*\))*\s*$/
const word = /^[#\w\s.,%+-]*$/

/**
 * How an attribute is judged: left out because the icon has it, kept as some text (which may refer
 * to an id), or refused.
 */
export type Judgement =
  | { readonly kind: 'left_out' | 'refused' }
  | { readonly kind: 'kept'; readonly value: string; readonly refersTo?: string }

/** Judges an attribute by what is allowed, so that nothing new slips through. */
export function judgeAttribute(element: string, name: string, value: string): Judgement {
  if (element === 'svg' && Object.hasOwn(rootAttributes, name))
    return { kind: rootAttributes[name]?.test(value) === true ? 'left_out' : 'refused' }
  if (!attributes.has(name)) return { kind: 'refused' }
  if (background.test(value)) return { kind: 'kept', value: symbolBackground }
  const refersTo = reference.exec(value)?.[1]
  if (refersTo !== undefined) return { kind: 'kept', value: `url(#${refersTo})`, refersTo }
  const isTransform = name === 'transform' || name === 'gradientTransform'
  return word.test(value) || colour.test(value) || (isTransform && transform.test(value))
    ? { kind: 'kept', value }
    : { kind: 'refused' }
}
