import type { Frame } from '../geometry/frame.ts'
import type { FieldValues } from '../modules/params.ts'
import { EditError } from '../state/edit-error.ts'
import { toIlluminant } from './to-illuminant.ts'

/** The names of the rules that compute fields from parameters. */
export const derivations = ['illuminant', 'warmth', 'lens', 'crop'] as const

/** The name of a rule that computes fields from parameters. */
export type Derivation = (typeof derivations)[number]

/** Returns the fields that a rule computes from these values; none without a rule. */
export function derive(
  rule: Derivation | undefined,
  values: Readonly<Record<string, number>>,
  frame: Frame | undefined,
): FieldValues {
  if (rule === undefined) return {}
  return rules[rule](values, frame)
}

type Rule = (values: Readonly<Record<string, number>>, frame: Frame | undefined) => FieldValues

/** The light for which the picture stays as it is. */
const neutralKelvin = 5003

/**
 * The change of a whole step of warmth, in mired, in which equal steps look equal: from 3450 K at
 * -1 to 9100 K at 1.
 */
const widestMired = 90

function illuminantOf(kelvin: number, tint: number): FieldValues {
  const [x, y] = toIlluminant(kelvin, tint)
  return { x, y, temperature: kelvin }
}

const rules: Readonly<Record<Derivation, Rule>> = {
  illuminant: ({ kelvin = 0, tint = 0 }) => illuminantOf(kelvin, tint),
  warmth: ({ temp = 0, tint = 0 }) =>
    illuminantOf(1e6 / (1e6 / neutralKelvin - temp * widestMired), tint * 100),
  crop: ({ left = 0, top = 0, right = 1, bottom = 1 }) => {
    if (right - left < 0.01 || bottom - top < 0.01) {
      throw new EditError(
        'invalid_input',
        'The crop leaves nothing: left must be below right, and top below bottom, ' +
          'by 0.01 or more.',
        { path: 'value' },
      )
    }
    return {}
  },
  lens: (_values, frame) => {
    const camera = frame?.camera
    if (!camera?.lens)
      throw new EditError(
        'state',
        'The camera and lens of this photo are not known, so its lens cannot be corrected.',
        { hint: 'Use it on photos whose EXIF data name camera and lens.' },
      )
    return {
      camera: camera.model,
      lens: camera.lens,
      focal: camera.focalLength ?? 0,
      aperture: camera.aperture ?? 0,
    }
  },
}
