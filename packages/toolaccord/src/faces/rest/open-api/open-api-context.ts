import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import type { ComponentShelf } from './component-shelf.ts'

/** What the operations of a document are made from. */
export interface OpenApiContext {
  readonly server: Server
  /** Whether callers need a token. */
  readonly isProtected: boolean
  readonly parameters: ComponentShelf
  readonly responses: ComponentShelf
  /** A schema with references to what the document shares. */
  share(schema: JsonSchema): JsonSchema
}
