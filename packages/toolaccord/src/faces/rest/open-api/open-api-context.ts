import type { JsonSchema } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import type { ComponentShelf } from './create-component-shelf.ts'

/** The parts that the operations of a document share. */
export interface OpenApiContext {
  readonly server: Server
  /** True if callers need a token. */
  readonly isProtected: boolean
  readonly parameters: ComponentShelf
  readonly responses: ComponentShelf
  /** Replaces parts of a schema by references to the schemas that the document shares. */
  share(schema: JsonSchema): JsonSchema
}
