import { createFaults, type Faults } from '../faults/create-faults.ts'
import { isJsonObject, type JsonObject } from '../faults/is-json-object.ts'
import { quote } from '../faults/quote.ts'
import { checkIds } from './check-ids.ts'
import { checkJournal } from './check-journal.ts'
import { checkNodeContainers } from './check-node-containers.ts'
import { checkNodes } from './check-nodes.ts'
import { checkTopLevel } from './check-top-level.ts'
import { checkTreeCycles } from './check-tree-cycles.ts'
import { toRawNodes } from './raw-nodes.ts'

/** Returns everything in a value of JSON that is against the type `Spec`, or a tree at all. */
export function findStructureFaults(value: unknown): Faults {
  const faults = createFaults()
  if (isJsonObject(value)) checkFile(value, faults)
  else {
    const message = `The file holds ${quote(value)}, and not an object.`
    faults.report('INVALID_SPEC_TYPE', [], message, {
      hint: 'A spec is an object with spec_id, generated, last_updated and hierarchy.',
    })
  }
  return faults
}

function checkFile(file: JsonObject, { report }: Faults): void {
  checkTopLevel(file, report)
  checkJournal(file, report)
  const { hierarchy } = file
  if (!isJsonObject(hierarchy)) return
  const nodes = toRawNodes(hierarchy)
  checkIds(nodes, report)
  checkNodes(hierarchy, nodes, report)
  checkNodeContainers(nodes, report)
  checkTreeCycles(nodes, report)
}
