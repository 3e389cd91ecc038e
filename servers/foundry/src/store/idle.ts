import type { Running } from './running.ts'

/** Nothing is going on. */
export const idle: Running = { lease: 0, tasks: {} }
