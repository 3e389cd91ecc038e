export { createFaceClient, faces } from './face-client.ts'
export { lintToolSchemas } from './lint-tool-schemas.ts'
export { getPrompt, readResource } from './read-mcp.ts'

export type { SchemaFinding } from '../faces/mcp/schemas/lint-schema.ts'
export type { FaceAnswer, FaceCallOptions, FaceClient, TestedFace } from './face-client.ts'
