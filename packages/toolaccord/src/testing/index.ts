export { createFaceClient, faces } from './face-client.ts'
export { describeFaces } from './describe-faces.ts'
export { getPrompt } from './get-prompt.ts'
export { lintToolSchemas } from './lint-tool-schemas.ts'
export { readResource } from './read-resource.ts'

export type { SchemaFinding } from '../faces/mcp/schemas/lint-schema.ts'
export type { FaceCallOptions } from './faces/face-call-options.ts'
export type { FaceAnswer, FaceClient, TestedFace } from './face-client.ts'
