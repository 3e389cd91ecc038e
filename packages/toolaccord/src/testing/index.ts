export { createFaceClient, faces } from './face-client.ts'
export { describeFaces } from './describe-faces.ts'

export type { FaceAnswer, FaceCallOptions, FaceClient, TestedFace } from './face-client.ts'
