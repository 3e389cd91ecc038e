import type { TaskState } from '../../../state/task-state.ts'
import type { StatusWords } from '../../status-words.ts'
import { stateOfWord } from '../text/state-of-word.ts'
import { type Members, membersOf, textOf, textsOf } from './members-of.ts'

/** What a file that was written here says beyond its format. */
export interface FoundryMembers {
  readonly state?: string | undefined
  readonly phase?: string | undefined
  readonly dependencies: readonly string[]
  readonly isCheck?: boolean | undefined
}

/** Returns what `metadata.foundry` of a foreign task says, if it was written here. */
export function foundryOf(task: Members): FoundryMembers | undefined {
  const members = membersOf(membersOf(task.metadata)?.foundry)
  if (members === undefined) return undefined
  return {
    state: textOf(members.state),
    phase: textOf(members.phase),
    dependencies: textsOf(members.dependencies),
    isCheck: members.type === 'verify' ? true : undefined,
  }
}

/** Returns the state of a status; what is beside it counts while the status is the same. */
export function stateOfStatus(
  status: string,
  task: Members,
  words: StatusWords,
): TaskState | undefined {
  const state = foundryOf(task)?.state
  const isState = state !== undefined && Object.hasOwn(words, state)
  // The cast says what the check in front of it found.
  if (isState && words[state as TaskState] === status) return state as TaskState
  return stateOfWord(status)
}
