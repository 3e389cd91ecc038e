import type { CallContext } from './call.ts'
import type { ContentBlock } from './content.ts'

export interface PromptArgument {
  /** What to give, for people and agents. */
  readonly summary?: string | undefined
  readonly required?: boolean | undefined
  /** Values that start with what was typed so far. */
  readonly complete?: ((typed: string) => readonly string[] | Promise<readonly string[]>) | undefined
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock
}

/** A prompt that users choose from a list. */
export interface Prompt<Name extends string = string, Argument extends string = string> {
  readonly name: Name
  readonly title?: string | undefined
  readonly summary: string
  readonly arguments?: Readonly<Record<Argument, PromptArgument>> | undefined
  write(args: Readonly<Partial<Record<Argument, string>>>, context: CallContext): readonly PromptMessage[] | Promise<readonly PromptMessage[]>
}

/** Declares a prompt. */
export const definePrompt = <const Name extends string, const Argument extends string = never>(init: Prompt<Name, Argument>): Prompt<Name, Argument> =>
  Object.freeze({ ...init })
