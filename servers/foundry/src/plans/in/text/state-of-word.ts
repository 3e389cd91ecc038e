import type { TaskState } from '../../../state/task-state.ts'

/** What other programs and people call the states. */
const words: Readonly<Record<TaskState, string>> = {
  pending:
    'pending todo open new ready backlog planned draft notstarted unstarted queued created triage',
  in_progress: 'inprogress progress doing started active wip working hooked pinned ongoing running',
  in_review: 'inreview review reviewing readyforreview needsreview testing intesting qa',
  completed:
    'completed complete done closed resolved finished merged shipped verified fixed passed',
  blocked: 'blocked waiting onhold hold stuck',
  failed: 'failed error broken',
  deferred: 'deferred postponed someday later icebox parked paused snoozed',
  cancelled:
    'cancelled canceled wontfix wontdo abandoned dropped notplanned rejected duplicate obsolete',
}

const states = new Map(
  // The cast restores the key type that Object.entries widens.
  (Object.entries(words) as [TaskState, string][]).flatMap(([state, all]) =>
    all.split(' ').map((word) => [word, state] as const),
  ),
)

/** Returns the state that a word means, whatever its case and marks. */
export const stateOfWord = (word: string): TaskState | undefined =>
  states.get(word.toLowerCase().replaceAll(/[^a-z]/g, ''))

/** What is in the brackets of a check box. */
const marks: Readonly<Record<string, TaskState>> = {
  '': 'pending',
  ' ': 'pending',
  _: 'pending',
  x: 'completed',
  X: 'completed',
  v: 'completed',
  V: 'completed',
  '*': 'completed',
  '✓': 'completed',
  '✔': 'completed',
  '✅': 'completed',
  '☑': 'completed',
  '-': 'in_progress',
  '/': 'in_progress',
  '.': 'in_progress',
  o: 'in_progress',
  '~': 'blocked',
  '!': 'blocked',
  '>': 'deferred',
  '✗': 'cancelled',
  '✘': 'cancelled',
  '❌': 'cancelled',
}

/** Returns the state that the mark of a check box means. */
export const stateOfMark = (mark: string): TaskState | undefined =>
  Object.hasOwn(marks, mark) ? marks[mark] : undefined
