import { freeName, toRef } from './component-name.ts'

/** The components of one section, each written once and referred to from many places. */
export interface ComponentShelf {
  /**
   * Returns a reference to a component, which is kept once however often it is given. Its name is
   * the first that is free.
   */
  put(names: readonly [string, ...string[]], component: object): { readonly $ref: string }
  /** All components, by name. */
  contents(): Readonly<Record<string, object>>
}

/** Creates an empty shelf for one section of a document. */
export function createComponentShelf(section: 'responses' | 'parameters'): ComponentShelf {
  const components = new Map<string, object>()
  const names = new Map<string, string>()
  return {
    put(wanted, component) {
      const json = JSON.stringify(component)
      const name = names.get(json) ?? freeName(wanted, (one) => components.has(one))
      names.set(json, name)
      components.set(name, component)
      return toRef(section, name)
    },
    contents: () => Object.fromEntries(components),
  }
}
