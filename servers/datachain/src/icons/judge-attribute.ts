const attributes: ReadonlySet<string> = new Set(
  [
    'id x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height pathLength transform',
    'color opacity display visibility fill fill-rule fill-opacity',
    'clip-rule clip-path clipPathUnits mask mask-type maskUnits maskContentUnits',
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
    'stroke-dasharray stroke-dashoffset vector-effect shape-rendering paint-order',
    'gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity',
  ]
    .join(' ')
    .split(' '),
)

/** Attributes of the root that every icon has itself, with the values that are accepted. */
const rootAttributes: Readonly<Record<string, RegExp>> = {
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  'xmlns:xlink': /^http:\/\/www\.w3\.org\/1999\/xlink$/,
  'xml:space': /^(?:preserve|default)$/,
  version: /^1\.[012]$/,
  viewBox: /^0[ ,]+0[ ,]+36[ ,]+36$/,
  width: /^36(?:px)?$/,
  height: /^36(?:px)?$/,
}

/** The placeholder in a symbol for the colour behind it. */
export const symbolBackground = 'var(--symbol-bg)'

const background = /^var\(\s*--symbol-bg\s*(?:,\s*[#\w]+\s*)?\)$/
const reference = /^url\(\s*#([\w-]+)\s*\)$/
const colour = /^(?:rgb|hsl)a?\([\d\s.,%/]*\)$/
const transform = /^(?:\s*,?\s*(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,e+-]*\))*\s*$/
const word = /^[#\w\s.,%+-]*$/

/** An attribute is left out because the icon has it, kept as a string, or refused. */
export type Judgement =
  | { readonly kind: 'left_out' | 'refused' }
  | {
      readonly kind: 'kept'
      readonly value: string
      /** The id that the value refers to. */
      readonly refersTo?: string | undefined
    }

/** Judges an attribute by a list of what is allowed, so that nothing unknown gets through. */
export function judgeAttribute(element: string, name: string, value: string): Judgement {
  if (element === 'svg' && Object.hasOwn(rootAttributes, name))
    return { kind: rootAttributes[name]?.test(value) === true ? 'left_out' : 'refused' }
  if (!attributes.has(name)) return { kind: 'refused' }
  if (background.test(value)) return { kind: 'kept', value: symbolBackground }
  const refersTo = reference.exec(value)?.[1]
  if (refersTo !== undefined) return { kind: 'kept', value: `url(#${refersTo})`, refersTo }
  if (isPlain(name, value)) return { kind: 'kept', value }
  return { kind: 'refused' }
}

function isPlain(name: string, value: string): boolean {
  if (word.test(value) || colour.test(value)) return true
  const isTransform = name === 'transform' || name === 'gradientTransform'
  return isTransform && transform.test(value)
}
