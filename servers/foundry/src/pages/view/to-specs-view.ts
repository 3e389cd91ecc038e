import { isContainer } from '../../spec/roll-up.ts'
import { rootId } from '../../spec/root-id.ts'
import type { Spec, SpecNode } from '../../spec/spec.ts'
import type { TaskState } from '../../state/task-state.ts'
import { createSpecReader } from './create-spec-reader.ts'
import type { HeldTask, RunningView, SpecLine, SpecsView } from './spec-view.ts'
import { textIn } from './texts-in.ts'
import { type PageContext, progressOf } from './to-spec-view.ts'

/** A spec, the folder that it is in, and who works on it. */
export interface FiledSpec {
  readonly folder: string
  readonly spec: Spec
  readonly running: RunningView
}

/** The order in which folders are shown; others come after them. */
const folders = ['active', 'pending', 'completed', 'archived']

/** Returns what the page of all specs shows. */
export function toSpecsView(
  filed: readonly FiledSpec[],
  faults: SpecsView['faults'] = [],
  { base = '', isLive = true, pollMs }: Pick<PageContext, 'base' | 'isLive' | 'pollMs'> = {},
): SpecsView {
  const names = [...new Set([...folders, ...filed.map(({ folder }) => folder)])]
  return {
    folders: names.map((folder) => ({
      folder,
      specs: filed.filter((one) => one.folder === folder).map(toSpecLine),
    })),
    faults,
    base,
    isLive,
    pollMs,
  }
}

function toSpecLine({ spec: file, running }: FiledSpec): SpecLine {
  const reader = createSpecReader(file, running)
  const { spec } = reader
  const { current_phase: phase } = spec
  return {
    id: spec.spec_id,
    title: spec.title ?? textIn(spec.metadata ?? {}, 'title') ?? reader.link(rootId).title,
    state: reader.stateOf(rootId),
    currentPhase: typeof phase === 'string' ? reader.link(phase).title : undefined,
    ...progressOf(reader),
    blocked: reader.parts.filter(({ id, node }) => isBlocked(node, reader.stateOf(id))).length,
    held: toHeld(running, (id) => reader.link(id).title),
    updated: spec.last_updated,
  }
}

/** Groups and checks are not counted: they are blocked with a task. */
const isBlocked = (node: SpecNode, state: TaskState): boolean =>
  state === 'blocked' && !isContainer(node) && node.type !== 'verify'

const toHeld = (running: RunningView, titleOf: (id: string) => string): readonly HeldTask[] =>
  Object.entries(running).flatMap(([id, { holder }]) =>
    holder === undefined ? [] : { id, title: titleOf(id), holder },
  )
