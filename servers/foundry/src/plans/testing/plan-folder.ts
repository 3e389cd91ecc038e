import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ForeignPlan, ForeignTask } from '../foreign-plan.ts'
import { tasksOf } from '../settle/tasks-of.ts'

/** Writes files into a new folder that is removed after the test. Returns its path. */
export function planFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'foundry-plan-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Returns the task with an id; fails if it is not there. */
export function taskOf(plan: ForeignPlan, id: string): ForeignTask {
  const found = tasksOf(plan).find(({ foreignId }) => foreignId === id)
  const ids = tasksOf(plan).map(({ foreignId }) => foreignId)
  if (found === undefined) throw new Error(`No task ${id} among ${ids.join(', ')}`)
  return found
}

/** Returns a plan as lines that are read at a glance: level, id, state, title, what comes first. */
export function linesOf(plan: ForeignPlan): readonly string[] {
  const lineOf = (task: ForeignTask, indent: string): readonly string[] => {
    const after = task.dependencies.length === 0 ? '' : ` < ${task.dependencies.join(' ')}`
    const line = `${indent}${task.foreignId} ${task.state} ${task.title}${after}`
    return [line, ...task.children.flatMap((child) => lineOf(child, `${indent}  `))]
  }
  return plan.phases.flatMap(({ title, tasks }) => [
    `# ${title}`,
    ...tasks.flatMap((task) => lineOf(task, '')),
  ])
}

/** Returns remarks as lines: place, fault, what was done. */
export const remarksOf = ({ remarks }: Pick<ForeignPlan, 'remarks'>): readonly string[] =>
  remarks.map(({ path, line, message, action }) => `${path}:${line ?? '-'} ${message} ${action}`)
