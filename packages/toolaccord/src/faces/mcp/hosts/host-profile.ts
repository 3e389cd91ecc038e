import type { ContentBlock } from '../../../outcome/content.ts'

/**
 * What is known about a host: what it does with an answer before a model sees it. A profile only
 * ever changes the form of an answer, because clients may call themselves what they like.
 *
 * @example
 *   import type { HostProfile } from 'toolaccord/mcp'
 *
 *   const profile: HostProfile = {
 *     client: 'my-host',
 *     shows: 'content',
 *     seen: { versions: '1.0.0', date: '2026-11-16', source: 'our own run' },
 *   }
 */
export interface HostProfile {
  /** The `name` in its `clientInfo`, or the first name in its `User-Agent`. */
  readonly client: string
  /** The first version that the profile holds for. Default: every version. */
  readonly since?: string | undefined
  /**
   * The field that a model sees on success: `structuredContent` if there is one, or `content`.
   * Default: nobody knows.
   */
  readonly shows?: 'structure' | 'content' | undefined
  /** The blocks that no model sees if they are beside `structuredContent`. */
  readonly dropsBesideStructure?: readonly ContentBlock['type'][] | undefined
  /** True if a tool with an output schema may answer without `structuredContent`. */
  readonly takesContentOnly?: boolean | undefined
  /** True if a model sees the whole result of a hard failure, with every field that it has. */
  readonly showsWholeFailures?: boolean | undefined
  /** Arguments that the host adds to the schemas of tools and passes on to them. */
  readonly addsArguments?: readonly string[] | undefined
  /** Keywords that the host takes out of schemas. */
  readonly stripsKeywords?: readonly string[] | undefined
  /** How a question is answered if nobody is there. */
  readonly answersHeadless?: 'cancel' | 'decline' | 'cannot be asked' | undefined
  /** The bytes above which the host cuts an answer itself; answers are fitted to it. */
  readonly answerBytes?: number | undefined
  /** When and how this was seen. */
  readonly seen: {
    readonly versions: string
    /** As `2026-11-16`. */
    readonly date: string
    readonly source: string
  }
}
