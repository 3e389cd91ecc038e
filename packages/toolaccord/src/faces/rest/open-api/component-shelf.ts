import { freeName, toRef } from './component-name.ts'

/** What a document says in one place and refers to from others. */
export interface ComponentShelf {
  /**
   * A reference to a thing, which is put there once however often it is given; the first name that
   * is free becomes its own.
   */
  put(names: readonly [string, ...string[]], thing: object): { readonly $ref: string }
  /** All that was put there, by name. */
  contents(): Readonly<Record<string, object>>
}

/** An empty shelf for one section of a document. */
export function createComponentShelf(section: 'responses' | 'parameters'): ComponentShelf {
  const things = new Map<string, object>()
  const names = new Map<string, string>()
  return {
    put(wanted, thing) {
      const text = JSON.stringify(thing)
      const name = names.get(text) ?? freeName(wanted, (one) => things.has(one))
      names.set(text, name)
      things.set(name, thing)
      return toRef(section, name)
    },
    contents: () => Object.fromEntries(things),
  }
}
