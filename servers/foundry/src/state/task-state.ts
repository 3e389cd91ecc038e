/** How far a task is. */
export type TaskState =
  | 'pending'
  | 'in_progress'
  | 'in_review'
  | 'completed'
  | 'blocked'
  | 'failed'
  | 'deferred'
  | 'cancelled'
