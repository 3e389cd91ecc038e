import type { Element } from '../../model/index.ts'
import { projectFields } from './project-fields.ts'

/** The properties of an element that were asked for; the argument's parser has checked them. */
export const pickFields = (element: Element, fields: readonly string[] | 'all') =>
  projectFields(element, fields as readonly (keyof Element)[] | 'all')
