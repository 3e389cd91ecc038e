import { Asked, type Conversation } from '../define/questions/conversation.ts'

/** A conversation that knows if a question of it is on its way to the caller. */
export interface WatchedConversation extends Conversation {
  readonly hasAsked: boolean
}

/** Watches if a conversation asks; a question that reaches nobody does not count. */
export function watchConversation(conversation: Conversation): WatchedConversation {
  let hasAsked = false
  return {
    ...conversation,
    get hasAsked() {
      return hasAsked
    },
    ask(questions, state) {
      try {
        return conversation.ask(questions, state)
      } catch (thrown) {
        hasAsked = thrown instanceof Asked && conversation.unreachable === undefined
        throw thrown
      }
    },
  }
}
