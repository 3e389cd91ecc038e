import type { ForeignPlan, PlanFile, Remark } from '../../../foreign-plan.ts'
import { settlePlan } from '../../../settle/settle-plan.ts'
import { textOf, textsOf } from '../../json/members-of.ts'
import { frontMatterOf } from './front-matter-of.ts'
import { toBacklogPhases } from './to-backlog-phases.ts'
import { type BacklogTask, toBacklogTask } from './to-backlog-task.ts'

const isConfig = ({ path }: PlanFile) => /(?:^|\/)(?:backlog\.)?config\.ya?ml$/.test(path)
const inFolder = (path: string, folder: string) => new RegExp(`(?:^|/)${folder}/`).test(path)

/** Reads a folder of Backlog.md: one Markdown file a task, and the statuses of its settings. */
export function readBacklog(files: readonly PlanFile[]): ForeignPlan {
  const remarks: Remark[] = []
  const config = files.find(isConfig)
  const settings = config ? frontMatterOf(config.text, config.path, remarks) : {}
  const statuses = textsOf(settings.statuses)
  const milestones = new Map<string, string>()
  const tasks: BacklogTask[] = []
  for (const file of files.filter((one) => !isConfig(one))) {
    if (inFolder(file.path, 'milestones')) {
      const front = frontMatterOf(file.text, file.path, remarks)
      const id = textOf(front.id)
      if (id !== undefined) milestones.set(id.toLowerCase(), textOf(front.title) ?? id)
    } else if (isTaskFile(file, remarks)) {
      tasks.push(toBacklogTask(file, { statuses, remarks }))
    }
  }
  return settlePlan({
    kind: 'backlog',
    path: config?.path ?? files[0]?.path ?? 'backlog',
    title: textOf(settings.project_name ?? settings.projectName) ?? 'Backlog',
    phases: toBacklogPhases(tasks, milestones, remarks),
    criteria: [],
    notes: [],
    remarks,
    rest: {},
  })
}

/** Documents, decisions and the archive are not work. */
function isTaskFile({ path }: PlanFile, remarks: Remark[]): boolean {
  const isArchived = inFolder(path, 'archive')
  const isOther = ['docs', 'decisions', 'documents'].some((folder) => inFolder(path, folder))
  if (!isArchived && !isOther) return true
  const message = isArchived ? 'The task is in the archive.' : 'The file is not a task.'
  remarks.push({ path, message, action: 'It was not taken.' })
  return false
}
