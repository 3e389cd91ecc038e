import { FoundryError } from '../errors/foundry-error.ts'
import { type Stage, stageMoves } from './stage.ts'

/** The error for an id that no file has. */
export function specNotFoundError(specId: string, known: readonly string[]) {
  const shown = known.slice(0, 5).join(', ')
  const hint =
    known.length === 0
      ? 'There are no specs yet: call create_spec, or check the folder with capabilities.'
      : `Known specs: ${shown}${known.length > 5 ? ', …; call list for all' : ''}.`
  return new FoundryError('SPEC_NOT_FOUND', `There is no spec '${specId}'.`, {
    path: 'spec_id',
    hint,
  })
}

/** The error for a spec that is in two folders, of which neither may be chosen silently. */
export const twoSpecsError = (specId: string, one: Stage, other: Stage) =>
  new FoundryError('CONFLICT', `Spec '${specId}' is in two folders: ${one} and ${other}.`, {
    path: 'spec_id',
    hint: 'Compare the two files, and remove or rename one of them.',
    details: { stages: [one, other] },
  })

/** The error for an id that is taken. */
export const duplicateSpecError = (specId: string) =>
  new FoundryError('DUPLICATE_ENTRY', `There is a spec '${specId}' already.`, {
    path: 'spec_id',
    hint: 'Choose another id, or leave it out.',
  })

/** The error for an id that cannot be the name of a file. */
export const invalidSpecIdError = (specId: string) =>
  new FoundryError('INVALID_FORMAT', `'${specId}' cannot be the id of a spec.`, {
    path: 'spec_id',
    hint: 'Use 1 to 128 letters, digits, ".", "_" and "-"; begin with a letter or digit.',
  })

/** The error for a change that was made on an older text. */
export const versionConflictError = (specId: string, expected: string, current: string) =>
  new FoundryError(
    'VERSION_CONFLICT',
    `Spec '${specId}' is at version ${current}; the change was made for ${expected}.`,
    {
      path: 'version',
      hint: `Read it again, and make the change for version ${current}; diff_spec shows the rest.`,
      details: { expected_version: expected, current_version: current },
    },
  )

/** The error for a move between folders that is not in the table. */
export const unknownStageMoveError = (from: Stage, to: Stage) =>
  new FoundryError('CONFLICT', `A spec cannot go from ${from} to ${to}.`, {
    path: 'to',
    hint: `From ${from} it can go to ${stageMoves[from].join(' or ')}.`,
  })
