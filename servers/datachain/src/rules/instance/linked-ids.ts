import { quote } from '../../findings/name-ids.ts'
import { defineRule } from '../../findings/rule.ts'
import type { Datachain } from '../../model/index.ts'
import type { InstanceScope } from '../scope/instance-scope.ts'

const linkable = /^[^\s\p{Cc}]+$/u

/** True if a link leads to another datachain, for the first time. */
export function isLinkFine(datachain: Datachain, at: number): boolean {
  const { id: own, linked_instance_ids: linked } = datachain
  const id = linked[at] ?? ''
  return id !== own && linked.indexOf(id) === at && linkable.test(id)
}

/** Linked ids are those of other datachains, each once. */
export const linkedIdInvalid = defineRule(
  'INSTANCE_LINKED_ID_INVALID',
  function* ({ datachain }: InstanceScope) {
    const { id: own, linked_instance_ids: linked } = datachain
    for (const [index, id] of linked.entries()) {
      const path = `linked_instance_ids[${index}]`
      if (id === own) {
        yield { message: 'The datachain is linked to itself.', path, hint: 'Delete the link.' }
      } else if (linked.indexOf(id) < index) {
        yield {
          message: `The datachain is linked to ${quote(id)} twice.`,
          path,
          hint: 'Delete one of the links.',
        }
      } else if (!linkable.test(id)) {
        yield {
          message: `${quote(id)} is not a valid id of a datachain.`,
          path,
          hint: 'Use the id of the other datachain, without spaces.',
        }
      }
    }
  },
)
