import type { Finding } from './finding.ts'

/** True if a finding makes a document wrong; false for advice. */
export const isError = ({ severity }: Finding): boolean => severity === 'error'
