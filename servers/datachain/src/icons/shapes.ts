import type { Shape } from '../model/index.ts'

/**
 * The outline of each shape in a 36 × 36 box, without the end of its tag. A line of width 2 stays
 * inside the box.
 */
export const shapes: Readonly<Record<Shape, string>> = {
  hexagon: '<path d="M18 1 32.722 9.5v17L18 35 3.278 26.5v-17z" stroke-linejoin="round"',
  circle: '<circle cx="18" cy="18" r="17"',
  'rounded-square': '<rect x="1" y="1" width="34" height="34" rx="7"',
  octagon:
    '<path d="M10.958 1h14.084L35 10.958v14.084L25.042 35H10.958L1 25.042V10.958z"' +
    ' stroke-linejoin="round"',
}
