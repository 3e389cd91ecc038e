export { createRestHandler } from './create-rest-handler.ts'
export { toOpenApi } from './open-api.ts'

export type { RestHandler } from './create-rest-handler.ts'
export type { OpenApiDocument, OpenApiOptions } from './open-api.ts'
export type { OpenApiOperation } from './open-api-operation.ts'
export type { RestOptions } from './rest-options.ts'
