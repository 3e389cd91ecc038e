export { createFaceClient, faces } from './face-client.ts'
export { describeFaces } from './describe-faces.ts'
export { lintToolSchemas } from './lint-tool-schemas.ts'

export type { SchemaFinding } from '../faces/mcp/schemas/lint-schema.ts'
export type { FaceAnswer, FaceCallOptions, FaceClient, TestedFace } from './face-client.ts'
