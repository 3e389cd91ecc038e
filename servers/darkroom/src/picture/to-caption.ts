/**
 * Letters of three by five points, with a digit of three bits for each row. They are drawn here,
 * because a server may have no font.
 */
const glyphs: Readonly<Record<string, string>> = {
  a: '25755',
  b: '65656',
  c: '34443',
  d: '65556',
  e: '74647',
  f: '74644',
  g: '34553',
  h: '55755',
  i: '72227',
  j: '11152',
  k: '55655',
  l: '44447',
  m: '57755',
  n: '65555',
  o: '25552',
  p: '65644',
  q: '25563',
  r: '65655',
  s: '34216',
  t: '72222',
  u: '55557',
  v: '55552',
  w: '55775',
  x: '55255',
  y: '55222',
  z: '71247',
  0: '75557',
  1: '26227',
  2: '71747',
  3: '71317',
  4: '55711',
  5: '74717',
  6: '74757',
  7: '71122',
  8: '75757',
  9: '75717',
  '-': '00700',
  _: '00007',
  '.': '00002',
  '+': '02720',
  '/': '11244',
  ':': '02020',
  '=': '07070',
  ' ': '00000',
}

const point = 3
const columns = 3
const rows = 5
const advance = (columns + 1) * point

/** Draws a line of text as SVG, dark on a transparent ground; text beyond the width is cut. */
export function toCaption(text: string, width: number, height: number): string {
  const letters = [...text.toLowerCase()].slice(0, Math.floor(width / advance))
  const top = Math.floor((height - rows * point) / 2)
  const square = `h${point}v${point}h-${point}z`
  const squares = letters.flatMap((letter, index) =>
    pointsOf(glyphs[letter] ?? '').map(
      ([x, y]) => `M${index * advance + x * point} ${top + y * point}${square}`,
    ),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<path fill="#222" d="${squares.join('')}"/></svg>`
  )
}

const pointsOf = (glyph: string): readonly (readonly [x: number, y: number])[] =>
  [...glyph].flatMap((digit, y) =>
    [0, 1, 2].filter((x) => Number(digit) & (4 >> x)).map((x) => [x, y] as const),
  )
