import type { Category, Datachain, ElementProvenance, Placement } from '../../model/index.ts'

/** The placements of a datachain, by the ids that can refer to them. */
export class PlacedIds {
  readonly categories = new Set<Category>()
  readonly #instances = new Map<string, Category>()
  /** Undefined for an element that is placed more than once. */
  readonly #elements = new Map<string, Category | undefined>()

  /** Adds a placement; false if its id is taken. */
  add({ element_id: id, element_instance_id: own }: Placement, category: Category): boolean {
    this.categories.add(category)
    this.#elements.set(id, this.#elements.has(id) ? undefined : category)
    if (own === undefined) return true
    const isFree = !this.#instances.has(own)
    this.#instances.set(own, category)
    return isFree
  }

  /** True if every id that a datachain refers to is placed, once if it must be. */
  explains({ subchain_instances: flows, authoring_provenance: authoring }: Datachain): boolean {
    for (const id of this.#instances.keys()) if (this.#elements.has(id)) return false
    const areHeadsPlaced = flows.every((flow) => flow.head_refs.every((id) => this.#has(id)))
    if (!areHeadsPlaced) return false
    if (authoring?.kind !== 'ai_generated') return true
    return Object.entries(authoring.element_provenance).every(([key, provenance]) =>
      this.#hasVariables(key, provenance),
    )
  }

  #has(id: string): boolean {
    return this.#elements.has(id) || this.#instances.has(id)
  }

  #hasVariables(key: string, { variable_rationale }: ElementProvenance): boolean {
    const category = this.#instances.get(key) ?? this.#elements.get(key)
    if (category === undefined) return false
    return Object.keys(variable_rationale).every((id) =>
      category.element_variables.some((one) => one.id === id),
    )
  }
}
