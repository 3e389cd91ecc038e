import { createToolList } from '../../../faces/mcp/gates/create-tool-list.ts'
import { type ListCost, toDefinitionsCost, toListCost } from '../../../faces/mcp/to-list-cost.ts'
import type { Server } from '../../../server.ts'

/** The tokens of a server's tools, and of each of its sets. */
interface ServerCost extends ListCost {
  readonly sets: Readonly<Record<string, SetCost>>
  /** The tokens of the gates that are listed instead by default; absent if all tools are. */
  readonly gates?: Pick<ListCost, 'offered' | 'listed'>
}

interface SetCost extends Pick<ListCost, 'offered' | 'listed' | 'instructions'> {
  readonly tools: number
}

function toServerCost(server: Server): ServerCost {
  const sets = Object.keys(server.toolSets).map((set) => [set, toSetCost(server, set)] as const)
  const cost: ServerCost = { ...toListCost(server), sets: Object.fromEntries(sets) }
  const { pagesFor, toTarget } = createToolList(server, {})
  if (toTarget === undefined) return cost
  const { offered, listed } = toDefinitionsCost(
    [...pagesFor(undefined).values()].flatMap(({ tools }) => tools),
  )
  return { ...cost, gates: { offered, listed } }
}

function toSetCost(server: Server, set: string): SetCost {
  const { tools, offered, listed, instructions } = toListCost(server.only([set]))
  return { tools: tools.length, offered, listed, instructions }
}

/** Says what the tools of a server cost a model, as tables or as JSON. */
export function describeCost(server: Server, asJson: boolean): string {
  const cost = toServerCost(server)
  if (asJson) return `${JSON.stringify(cost)}\n`
  const toolRows = cost.tools.map((one) => [one.name, ...toolColumns.map((name) => one[name])])
  const sums = toolColumns.map((name) => cost.tools.reduce((sum, one) => sum + one[name], 0))
  const setRows = Object.entries(cost.sets).map(([set, one]) => [
    set,
    ...setColumns.map((name) => one[name]),
  ])
  const perTool = toLines([['tool', ...toolColumns], ...toolRows, ['sum', ...sums]])
  const perSet = toLines([['set', ...setColumns], ...setRows])
  return [...perTool, '', ...perSet, '', ...toGateLines(cost), ...legend, ''].join('\n')
}

/** Says what models are offered instead, if the list is too long for them. */
function toGateLines({ gates }: ServerCost): readonly string[] {
  if (gates === undefined) return []
  const { offered, listed } = gates
  return [
    `By default models are offered four gates to these tools: ${offered} offered, ${listed} listed.`,
    'They search for a tool and call it through a gate; the option gates and --tools change that.',
  ]
}

const toolColumns = ['description', 'input', 'output', 'offered', 'listed'] as const
const setColumns = ['tools', 'instructions', 'offered', 'listed'] as const

const legend = [
  'Tokens, estimated: never fewer than the tokenizer o200k counts, mostly about a fifth more.',
  'offered: name, description and input schema, which a model sees beside the instructions.',
  'listed: all of tools/list, with the output schemas that clients check answers with.',
]

/** Lines of cells: the first column begins at the left, the numbers end at the right. */
function toLines(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(String))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  return cells.map(([name = '', ...numbers]) => {
    const aligned = numbers.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))
    return [name.padEnd(widths[0] ?? 0), ...aligned].join('  ')
  })
}
