import type { PlanFile, PlanKind } from '../foreign-plan.ts'
import { membersOf } from './json/members-of.ts'

/** Returns what a file is, by its name and then by what is in it. */
export function kindOfFile({ path, text }: PlanFile): PlanKind | undefined {
  if (/\.jsonl$/i.test(path)) return 'beads'
  if (/\.json$/i.test(path)) return kindOfJson(path, text)
  if (/\.(?:md|markdown|mdx|txt)$/i.test(path)) return kindOfMarkdown(path, text)
  return kindOfJson(path, text) ?? (text.includes('- [') ? kindOfMarkdown(path, text) : undefined)
}

function kindOfJson(path: string, text: string): PlanKind | undefined {
  const value = parse(text)
  if (value === undefined) {
    // A broken file is still named after what it should be, so that its fault is.
    if (/(?:^|\/)tasks\.json$/.test(path)) return 'task-master'
    return membersOf(parse(text.trim().split('\n')[0] ?? '')) ? 'beads' : undefined
  }
  const first = membersOf(Array.isArray(value) ? value[0] : value)
  if (first === undefined) return undefined
  if (first.issue_type !== undefined || first._type !== undefined) return 'beads'
  if (first.number !== undefined && first.title !== undefined) return 'github'
  if (first.subject !== undefined && first.status !== undefined) return 'claude-code'
  const hasTasks = (one: unknown) => Array.isArray(membersOf(one)?.tasks)
  if (hasTasks(value) || Object.values(first).some(hasTasks)) return 'task-master'
  if (Array.isArray(value) && first.id !== undefined && first.title !== undefined) {
    return first.dependencies === undefined && first.subtasks === undefined
      ? undefined
      : 'task-master'
  }
  return first.title === undefined || first.id === undefined ? undefined : 'beads'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function kindOfMarkdown(path: string, text: string): PlanKind {
  if (/(?:^|\/)openspec\/changes\//.test(path)) return 'openspec'
  if (/(?:^|\/)\.(?:kiro|spec-workflow)\/specs\//.test(path)) return 'kiro'
  const front = /^\uFEFF?---\r?\n([^]*?)\n---/.exec(text.slice(0, 20_000))?.[1] ?? ''
  const isBacklog = /^id:/m.test(front) && /^status:/m.test(front)
  if (isBacklog) return 'backlog'
  if (/^\s*[-*] \[.?\] (?:\*\*)?T\d{3}\b/m.test(text)) return 'spec-kit'
  if (/^#{2,4} (?:\[.\] )?T\d{3}\b/m.test(text)) return 'spec-kit'
  return /^\s*-?\s*_(?:Requirements|Leverage|Prompt):/m.test(text) ? 'kiro' : 'markdown'
}
