/** What a caller may do: look, work on tasks, or decide about the plan. */
export const scopes = {
  read: 'foundry:read',
  work: 'foundry:work',
  maintain: 'foundry:maintain',
} as const
