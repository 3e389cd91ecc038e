import type { Codebook } from 'toolaccord'

/** What this server answers with beside the codes of its contract. */
export const foundryCodes = {
  PHASE_NOT_FOUND: { kind: 'not_found', summary: 'The phase id is not in the specification.' },
  DEPENDENCY_NOT_FOUND: {
    kind: 'not_found',
    summary: 'The task that is to come first is not there.',
  },
  VERSION_NOT_FOUND: { kind: 'not_found', summary: 'The history does not have that version.' },
  NO_MATCHES_FOUND: { kind: 'not_found', summary: 'Nothing matches the pattern.' },
  RESEARCH_NOT_FOUND: {
    kind: 'not_found',
    summary: 'The question, source or finding is not there.',
  },
  INVALID_PARENT: { kind: 'validation', summary: 'A node cannot be under that one.' },
  INVALID_POSITION: { kind: 'validation', summary: 'The position is not in the list.' },
  INVALID_REGEX_PATTERN: { kind: 'validation', summary: 'The pattern cannot be read.' },
  PATTERN_TOO_BROAD: { kind: 'validation', summary: 'The pattern matches more than is allowed.' },
  SELF_REFERENCE: { kind: 'validation', summary: 'A task cannot wait for itself.' },
  INVALID_SPEC: { kind: 'validation', summary: 'The file of the specification cannot be used.' },
  INVALID_PLAN: { kind: 'validation', summary: 'The file to import cannot be read as a plan.' },
  BLOCKED_HOST: { kind: 'validation', summary: 'The address is private, or is not allowed.' },
  UNREADABLE_SOURCE: { kind: 'validation', summary: 'The document cannot be read as its type.' },
  CITATION_NOT_VERIFIED: {
    kind: 'validation',
    summary: 'The source does not say at that place what the citation says.',
  },
  CIRCULAR_DEPENDENCY: { kind: 'conflict', summary: 'Tasks would wait for each other.' },
  VERSION_CONFLICT: { kind: 'conflict', summary: 'The specification was changed meanwhile.' },
  PROOF_REQUIRED: { kind: 'conflict', summary: 'A check has not passed.' },
  PROOF_STALE: { kind: 'conflict', summary: 'Files changed after the check had passed.' },
  UNCOVERED: { kind: 'conflict', summary: 'Something of the plan has nothing behind it.' },
  DRIFTED: { kind: 'conflict', summary: 'Files are not as they were when tasks were completed.' },
  RESOURCE_BUSY: {
    kind: 'unavailable',
    summary: 'Another process keeps the specification locked.',
  },
  STORAGE_FAILED: { kind: 'internal', summary: 'A file could not be read or written.' },
  FETCH_FAILED: { kind: 'unavailable', summary: 'The address did not answer with a document.' },
} as const satisfies Codebook
