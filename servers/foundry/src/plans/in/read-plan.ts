import type { ForeignPlan, PlanFile, PlanKind } from '../foreign-plan.ts'
import { readBeads } from './json/read-beads.ts'
import { readClaudeCode } from './json/read-claude-code.ts'
import { readGitHub } from './json/read-git-hub.ts'
import { readTaskMaster } from './json/read-task-master.ts'
import { readBacklog } from './markdown/backlog/read-backlog.ts'
import { readOpenSpec } from './markdown/openspec/read-open-spec.ts'
import { readKiro } from './markdown/read-kiro.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { readSpecKit } from './markdown/read-spec-kit.ts'

const readers: Readonly<Record<PlanKind, (files: readonly PlanFile[]) => ForeignPlan>> = {
  'task-master': readTaskMaster,
  beads: readBeads,
  backlog: readBacklog,
  'spec-kit': readSpecKit,
  openspec: readOpenSpec,
  kiro: readKiro,
  markdown: readMarkdown,
  github: readGitHub,
  'claude-code': readClaudeCode,
}

/** The kinds that can be read. */
// The cast restores the key type that Object.keys widens.
export const planKinds = Object.keys(readers) as readonly PlanKind[]

/** Reads the files of a plan as what they are said to be. */
export const readPlan = (kind: PlanKind, files: readonly PlanFile[]): ForeignPlan =>
  readers[kind](files)
