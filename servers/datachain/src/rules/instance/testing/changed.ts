import { tinyDatachain } from '../../../testing/tiny-datachain.ts'

/** The tiny datachain with some properties replaced. */
export const changed = (more: object) => ({ ...tinyDatachain(), ...more })

/** A text in a language that the tiny version does not have. */
export const inGerman = [{ locale: 'de', value: 'x' }]
