import { isJsonObject } from './is-json-object.ts'
import type { Place } from './to-path.ts'

/** A value that is being changed. What no change touches stays the same object. */
export interface Draft {
  /** The value as it is now, which is the given one if nothing was changed. */
  readonly value: () => unknown
  readonly get: (place: Place) => unknown
  readonly set: (place: Place, value: unknown) => void
  readonly remove: (place: Place) => void
}

/** Creates a draft of a value of JSON, and never changes the value itself. */
export function createDraft(given: object): Draft {
  const root: Record<string, unknown> = { ...given }
  let isChanged = false
  const own = new WeakSet<object>([root])

  /** Returns an object in the draft that may be changed, or undefined if there is none. */
  const openAt = (place: Place): Record<string, unknown> | undefined => {
    let open = root
    for (const key of place) {
      const inner = open[key]
      if (!isJsonObject(inner)) return undefined
      // The cast lets the draft write into an object that it made itself.
      const mine = (own.has(inner) ? inner : { ...inner }) as Record<string, unknown>
      own.add(mine)
      open[key] = mine
      open = mine
    }
    return open
  }

  const change = (place: Place, write: (open: Record<string, unknown>, key: string) => void) => {
    const open = openAt(place.slice(0, -1))
    const key = place.at(-1)
    if (open === undefined || key === undefined) return
    write(open, String(key))
    isChanged = true
  }

  return {
    value: () => (isChanged ? root : given),
    get: (place) => valueAt(root, place),
    set: (place, value) => {
      if (valueAt(root, place) === value) return
      change(place, (open, key) => {
        open[key] = value
      })
    },
    remove: (place) => {
      change(place, (open, key) => {
        delete open[key]
      })
    },
  }
}

/** Returns the value at a place, or undefined if there is none. */
export function valueAt(value: unknown, place: Place): unknown {
  let inner = value
  for (const key of place) {
    if (Array.isArray(inner)) inner = inner[Number(key)]
    else inner = isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined
  }
  return inner
}
