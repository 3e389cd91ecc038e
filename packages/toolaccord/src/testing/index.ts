export * from './client.ts'
export { describeFaces } from './describe-faces.ts'
