import type { Severity } from '../findings/finding.ts'

/** Which part of a spec a finding is about. */
export type FindingCategory =
  | 'structure'
  | 'hierarchy'
  | 'node'
  | 'counts'
  | 'dependency'
  | 'metadata'
  | 'security'

/** What is known of a code before it is found. */
export interface FindingFacts {
  readonly severity: Severity
  readonly category: FindingCategory
  /** True if it can be mended without a choice, at least where the file says enough. */
  readonly fixable: boolean
  readonly summary: string
}

/** One line of the table; a code that can be mended says so. */
const facts =
  (category: FindingCategory, severity: Severity) =>
  (summary: string, mending: 'fixable' | 'by hand' = 'by hand'): FindingFacts => ({
    severity,
    category,
    fixable: mending === 'fixable',
    summary,
  })

const structure = facts('structure', 'error')
const oddStructure = facts('structure', 'warning')
const hierarchy = facts('hierarchy', 'error')
const node = facts('node', 'error')
const oddNode = facts('node', 'warning')
const counts = facts('counts', 'error')
const oddCounts = facts('counts', 'warning')
const dependency = facts('dependency', 'error')
const metadata = facts('metadata', 'error')
const oddMetadata = facts('metadata', 'warning')
const security = facts('security', 'error')
const oddSize = facts('security', 'warning')

/** Every code that a finding about a spec may have. */
export const findingCodes = {
  INVALID_JSON: structure('The text is not JSON, or it is cut off.'),
  MERGE_MARKERS: structure('Git left the two sides of a conflict in the file.'),
  DUPLICATE_KEY: structure('An object has the same key twice, so one value would be lost.'),
  INVALID_SPEC_TYPE: structure('The file is not a JSON object.'),
  MISSING_REQUIRED_FIELD: structure('A property that every spec has is missing.', 'fixable'),
  INVALID_FIELD_TYPE: structure('A value has another type than the format says.', 'fixable'),
  INVALID_HIERARCHY_TYPE: structure('The hierarchy is not an object of nodes.'),
  EMPTY_HIERARCHY: structure('The hierarchy has no node.'),
  INVALID_JOURNAL_ENTRY: structure('The journal, or a line of it, cannot be read.', 'fixable'),
  INVALID_SPEC_ID_FORMAT: oddStructure('The spec id is not name-YYYY-MM-DD-nnn.'),
  INVALID_DATE_FORMAT: oddStructure('A time is not in ISO 8601.', 'fixable'),
  FOLDER_MISMATCH: oddStructure('A spec among the completed ones has open work.'),

  MISSING_SPEC_ROOT: hierarchy('The node spec-root is missing.'),
  INVALID_ROOT_PARENT: hierarchy('The node spec-root has a parent.', 'fixable'),
  INVALID_CHILDREN_TYPE: hierarchy('The children are not an array of ids.', 'fixable'),
  CYCLE_DETECTED: hierarchy('Nodes are under each other.', 'fixable'),
  NULL_PARENT: hierarchy('A node other than spec-root has no parent.', 'fixable'),
  MISSING_PARENT: hierarchy('The parent of a node is not in the hierarchy.', 'fixable'),
  MISSING_CHILD: hierarchy('A node lists a child that is not in the hierarchy.'),
  DUPLICATE_CHILD: hierarchy('A node is listed as a child more than once.', 'fixable'),
  PARENT_CHILD_MISMATCH: hierarchy('A node names another parent than lists it.', 'fixable'),
  ORPHANED_NODES: hierarchy('No node lists this one as its child.', 'fixable'),

  INVALID_NODE_ID: node('An id is empty, too long, or a name that objects have already.'),
  INVALID_NODE_STRUCTURE: node('A node is not an object.'),
  MISSING_NODE_FIELD: node('A property that every node has is missing.', 'fixable'),
  INVALID_NODE_TYPE: node('A node has an unknown type.', 'fixable'),
  INVALID_STATUS: node('A node has an unknown status.', 'fixable'),
  UNKNOWN_STATE: oddNode('The state in the metadata of a node is unknown.'),
  MISSING_CANCEL_REASON: node('A node is cancelled without a reason.'),
  EMPTY_TITLE: oddNode('A node has an empty title.', 'fixable'),

  COMPLETED_EXCEEDS_TOTAL: counts('More parts are completed than there are.', 'fixable'),
  TOTAL_TASKS_MISMATCH: counts('The number of parts is not the sum of the children.', 'fixable'),
  COMPLETED_TASKS_MISMATCH: counts('The number of completed parts is wrong.', 'fixable'),
  INVALID_LEAF_COUNT: oddCounts('A node without children does not count as one.', 'fixable'),
  DERIVED_VALUE_MISMATCH: oddCounts('A value differs from what follows of the nodes.', 'fixable'),

  INVALID_DEPENDENCIES_TYPE: dependency('The dependencies are not an object.', 'fixable'),
  INVALID_DEPENDENCY_FIELD: dependency('A list of dependencies is not an array.', 'fixable'),
  MISSING_DEPENDENCY_TARGET: dependency('A dependency is not in the hierarchy.'),
  BIDIRECTIONAL_INCONSISTENCY: dependency('The other node does not say the same.', 'fixable'),
  SELF_DEPENDENCY: dependency('A node waits for itself.', 'fixable'),
  DEPENDENCY_CYCLE: dependency('Nodes wait for each other, so none can begin.'),

  MERGE_CONFLICT: oddNode('A merge had to choose between two branches.'),

  INVALID_METADATA_TYPE: metadata('The metadata are not an object.', 'fixable'),
  MISSING_MISSION: metadata('The spec does not say what it is for.'),
  EMPTY_SUCCESS_CRITERIA: oddMetadata('The spec has no success criteria.'),
  EMPTY_CONSTRAINTS: oddMetadata('The spec has no constraints.'),
  MISSING_PLAN_PATH: oddMetadata('The spec does not name its plan.'),
  MISSING_PLAN_REVIEW_PATH: oddMetadata('The spec does not name the review of its plan.'),
  INVALID_RISK_ENTRY: metadata('A risk is not an object.'),
  MISSING_RISK_DESCRIPTION: metadata('A risk has no description.'),
  INVALID_RISK_FIELD: metadata('The likelihood or impact of a risk is unknown.'),
  MISSING_VERIFICATION_TYPE: metadata('A check does not say how it is made.', 'fixable'),
  INVALID_VERIFICATION_TYPE: metadata('A check is made in an unknown way.', 'fixable'),
  MISSING_TASK_CATEGORY: metadata('A task has no category.'),
  INVALID_TASK_CATEGORY: metadata('A task has an unknown category.'),
  UNKNOWN_FIELD: oddMetadata('A property is unknown and looks like a known one.'),
  MISSING_TASK_DESCRIPTION: metadata('A task has no description.'),
  MISSING_ACCEPTANCE_CRITERIA: metadata('A task has no acceptance criteria.'),
  INVALID_ACCEPTANCE_CRITERIA: metadata('The acceptance criteria are not all strings.'),
  MISSING_FILE_PATH: metadata('A task that changes code does not say where.'),
  INVALID_COMPLEXITY: metadata('The complexity of a task is unknown.'),
  MISSING_COMPLEXITY: oddMetadata('A task has no complexity.'),

  INPUT_TOO_LARGE: security('The file is larger than 20 MB.'),
  INPUT_TOO_DEEP: security('Values are nested too deep to be worked with.'),
  UNSAFE_KEY: security('A key would change what objects are.'),
  EXCESSIVE_NESTING: oddSize('The hierarchy is nested deeper than other programs allow.'),
  EXCESSIVE_ARRAY_LENGTH: oddSize('A node has more children than other programs allow.'),
  EXCESSIVE_JOURNAL_LENGTH: oddSize('The journal is longer than other programs allow.'),
  MORE_FINDINGS: facts('structure', 'info')('There are more findings than are listed.'),
} as const satisfies Readonly<Record<string, FindingFacts>>

/** A code that a finding about a spec may have. */
export type FindingCode = keyof typeof findingCodes
