import type * as z from 'zod'
import { toPath } from '../findings/to-reports.ts'
import { Datachain, Placement, mostPlacements } from '../model/index.ts'

/** What could be read of a datachain whose form is wrong. */
export interface Salvaged {
  readonly datachain: Datachain
  /** The paths of what could not be read, as `elements[0].variables`. */
  readonly lost: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/**
 * Reads as much of a datachain as has the right form. Its elements keep their places, and what it
 * does not say about itself is filled in.
 */
export function salvageDatachain(document: object, version: string): Salvaged {
  const { elements: _, ...others } = Datachain.shape
  const lost: string[] = []
  const members = salvage(others, document, [], lost)
  const given = readElements(document)
  if (given === undefined) lost.push('elements')
  const elements = given?.map((one, at) => salvagePlacement(one, at, lost)) ?? []
  const standIns = { id: '', schema_version: version, created_at: '' }
  // The cast holds because every member was parsed, has its default or is filled in.
  return { datachain: { ...standIns, ...members, elements } as unknown as Datachain, lost }
}

/** The elements of a datachain if they are an array that is not too long to be looked at. */
function readElements(document: object): readonly unknown[] | undefined {
  if (!Object.hasOwn(document, 'elements') || !('elements' in document)) return undefined
  const { elements } = document
  return Array.isArray(elements) && elements.length <= mostPlacements ? elements : undefined
}

/** An element without an id stands for a placement that cannot be read. */
function salvagePlacement(given: unknown, index: number, lost: string[]): Members {
  const path = ['elements', index]
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isObject) lost.push(toPath(path))
  return { element_id: '', ...salvage(Placement.shape, isObject ? given : {}, path, lost) }
}

/** Parses each member by itself; one that is wrong is lost, and has its default if there is one. */
function salvage(
  shape: Readonly<Record<string, z.ZodType>>,
  given: object,
  path: readonly PropertyKey[],
  lost: string[],
): Members {
  const members: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    // The cast reads one own property of an object.
    const value = Object.hasOwn(given, name) ? (given as Members)[name] : undefined
    const parsed = schema.safeParse(value)
    if (!parsed.success) lost.push(toPath([...path, name]))
    const read = parsed.success ? parsed : schema.safeParse(undefined)
    if (read.success && read.data !== undefined) members[name] = read.data
  }
  return members
}
