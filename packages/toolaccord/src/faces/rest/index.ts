export { createRestHandler } from './create-rest-handler.ts'
export { toOpenApi } from './open-api/to-open-api.ts'

export type { RestHandler } from './create-rest-handler.ts'
export type { OpenApiDocument, OpenApiOptions } from './open-api/to-open-api.ts'
export type { OpenApiOperation } from './open-api/to-operation.ts'
export type { RestOptions } from './requests/rest-options.ts'
