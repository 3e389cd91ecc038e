import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { clip } from '../../../json/json.ts'
import { nearest } from '../../../names/nearest.ts'
import type { ReasonProblem } from '../../../outcome/reasons.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import type { ToolDefinition } from '../protocol/to-tool-definition.ts'
import type { GateNames } from './gate-names.ts'
import { type Searchable, type ToolSearch, createToolSearch } from './search/create-tool-search.ts'

/** A tool behind the gates: the facts about it, and how it would be listed. */
export interface CataloguedTool {
  readonly listing: ToolListing
  readonly definition: ToolDefinition
}

interface SearchEntry extends Searchable {
  readonly one: CataloguedTool
}

/** The tools behind the gates of a server. */
export class Catalogue {
  readonly names: GateNames
  readonly tools: readonly CataloguedTool[]
  readonly #byName: ReadonlyMap<string, CataloguedTool>
  #search: ToolSearch<SearchEntry> | undefined

  constructor(tools: readonly CataloguedTool[], names: GateNames) {
    this.tools = tools
    this.names = names
    this.#byName = new Map(
      tools.flatMap((one) => one.listing.mcpNames.map((name) => [name, one] as const)),
    )
  }

  /** The tool of a name; former names count. */
  find(name: string): CataloguedTool | undefined {
    return this.#byName.get(name)
  }

  /** The tools that fit a query, the best first. The index is made at the first search. */
  search(query: string): readonly CataloguedTool[] {
    this.#search ??= createToolSearch(this.tools.map(toSearchEntry))
    return this.#search(query).map(({ one }) => one)
  }

  /** The gate to call a tool through. */
  gateOf({ listing }: CataloguedTool): string {
    return listing.effect === 'read' ? this.names.read : this.names.write
  }

  /** Says that there is no such tool, and which one was probably meant. */
  describeUnknown(name: string): ReasonProblem {
    const meant = nearest(name, this.#byName.keys()) ?? this.search(name)[0]?.definition.name
    const hint =
      meant === undefined ? `${this.names.search} finds tools.` : `Did you mean '${meant}'?`
    return { message: `There is no tool '${clip(name)}'.`, hint }
  }
}

const toSearchEntry = (one: CataloguedTool): SearchEntry => {
  const { name, title, summary, description, effect, deprecated, inputSchema } = one.listing
  const args = Object.keys(viewObject(inputSchema, inputSchema).properties)
  return { name, title, summary, description, effect, deprecated, arguments: args, one }
}
