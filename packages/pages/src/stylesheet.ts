import { baseStyle } from './style/base-style.ts'
import { layoutStyle } from './style/layout-style.ts'
import { mediaStyle } from './style/media-style.ts'
import { darkPalette, lightPalette, type Palette } from './style/palette.ts'
import { partStyle } from './style/part-style.ts'

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')

const schemes = `:root{color-scheme:light dark;${variables(lightPalette)}}
@media (prefers-color-scheme:dark){:root{${variables(darkPalette)}}}
@media print{:root{color-scheme:light;${variables(lightPalette)};--paper:#fff}}`

/** The style of every page, without what one server adds. */
export const stylesheet = `${schemes}${baseStyle}${layoutStyle}${partStyle}${mediaStyle}`
