import type { Element } from '../../model/index.ts'
import { projectFields } from './project-fields.ts'

/** The members of an element that were asked for; the argument's parser has checked their names. */
export const pickFields = (element: Element, fields: readonly string[] | 'all') =>
  projectFields(element, fields as readonly (keyof Element)[] | 'all')
