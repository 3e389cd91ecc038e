/** True if a text names a task: `task-1-1` is not named by `task-1-10` or `my-task-1-1`. */
export function namesTask(text: string, taskId: string): boolean {
  for (let at = text.indexOf(taskId); at !== -1; at = text.indexOf(taskId, at + 1)) {
    const before = text.charAt(at - 1)
    const after = text.slice(at + taskId.length, at + taskId.length + 2)
    if (!isPartOfId(before) && !/^(\w|-\w)/.test(after)) return true
  }
  return false
}

const isPartOfId = (character: string) => /[\w-]/.test(character)
