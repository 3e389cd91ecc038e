import type { CallOptions } from '../../define/call.ts'

/** The options of a call through a face. */
export interface FaceCallOptions extends Pick<
  CallOptions,
  'id' | 'idempotencyKey' | 'budget' | 'caller' | 'onProgress'
> {
  /**
   * The answers to questions by their keys, as the protocol has them: `{ who: { action: 'accept',
   * content: { name: 'Ada' } } }`. In process and over MCP; other faces cannot be asked here.
   */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  /** Asks for another dialect than the server's. */
  readonly dialect?: string | undefined
  /** The user agrees to what the tool destroys, in the way that the face has for it. */
  readonly consent?: 'granted' | undefined
}
