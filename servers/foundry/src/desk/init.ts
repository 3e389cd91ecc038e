import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defineTool, ok } from 'toolaccord'
import * as z from 'zod'
import { FoundryError } from '../errors/foundry-error.ts'
import { patchJson, toJsonText } from '../json/patch-json.ts'
import { findGit } from '../store/find-git.ts'
import { hasCode } from '../store/has-code.ts'
import { stages } from '../store/stage.ts'
import { writeWhole } from '../store/write-whole.ts'
import type { Foundry } from '../tools/foundry.ts'
import { guard } from '../tools/guard.ts'
import { scopes } from '../tools/scopes.ts'
import { type HookHost, hookFiles, withHook } from './with-hook.ts'
import { hashMarks, markdownMarks, withMarkedSection } from './with-marked-section.ts'

const input = z.object({
  hooks: z
    .array(z.enum(['claude', 'codex', 'gemini']))
    .max(3)
    .default([])
    .describe('Hosts whose session hook shall run foundry prime'),
})

const output = z.object({
  changed: z.array(z.string()).describe('Files that were written'),
  folder: z.string(),
})

/** How the programs of this machine are started. */
export interface InitCommands {
  /** The words that start foundry, such as `node …/foundry.js`. */
  readonly self: readonly string[]
}

/** Creates the command that prepares a repository. */
export const init = (foundry: Foundry, { self }: InitCommands) =>
  defineTool({
    name: 'init',
    summary: 'Prepare a repository: folders, a section in AGENTS.md, the merge driver, hooks.',
    description:
      'Only marked sections are written, and the entry of the merge driver in the configuration ' +
      'of this clone. Call it again after an update.',
    input,
    output,
    effect: 'write',
    codes: ['STORAGE_FAILED', 'INVALID_FORMAT'],
    scopes: [scopes.maintain],
    cli: { flags: { hooks: 'hook' } },
    run: ({ hooks }, call) =>
      guard(call, async () => {
        const { root, specs } = foundry.plans.folders
        for (const stage of stages) await mkdir(join(specs, stage), { recursive: true })
        const changed: string[] = []
        const change = async (path: string, edit: (text: string) => string) => {
          if (await changeFile(join(root, path), edit)) changed.push(path)
        }
        await change('AGENTS.md', (text) =>
          withMarkedSection(text, toAgentsSection(foundry.folder), markdownMarks),
        )
        const git = await findGit(root)
        if (git === undefined) {
          call.warn('NO_GIT', 'There is no git repository, so there is no merge driver.')
        } else {
          const rule = `${foundry.folder}/**/*.json merge=foundry`
          await change('.gitattributes', (text) => withMarkedSection(text, rule, hashMarks))
          await setMergeDriver(root, self)
          changed.push('.git/config')
        }
        for (const host of hooks) await change(hookFiles[host], toHookEdit(host, self))
        return ok({ changed, folder: foundry.folder })
      }),
  })

/** Writes a file if an edit changes it; true if it did. */
async function changeFile(path: string, edit: (text: string) => string): Promise<boolean> {
  const before = await readIfThere(path)
  const after = edit(before)
  if (after === before) return false
  await writeWhole(path, after)
  return true
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return ''
    throw thrown
  }
}

const toAgentsSection = (folder: string): string =>
  [
    '## The plan',
    '',
    `The plan of this repository is in \`${folder}\`, and foundry keeps it. Never edit those files.`,
    '',
    '1. Call `next` with `claim: true`, then `prepare` for what the task needs.',
    '2. Call `start` before you change a file.',
    '3. Run every check with `run_check`; your own word does not make it pass.',
    '4. Call `complete` with a note, or `block` with what is in the way.',
    '',
    'Write decisions down with `note`. Add work that you find with `add_tasks`.',
  ].join('\n')

async function setMergeDriver(root: string, self: readonly string[]): Promise<void> {
  const command = [...self.map(quote), 'merge', '%O', '%A', '%B', '%P'].join(' ')
  const set = (name: string, value: string) =>
    promisify(execFile)('git', ['config', '--local', `merge.foundry.${name}`, value], { cwd: root })
  await set('name', 'Merge foundry specs by node and member')
  await set('driver', command)
}

/** A word for the shell that git starts. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

const toHookEdit = (host: HookHost, self: readonly string[]) => (text: string) => {
  const command = [...self.map(quote), 'prime', '--hook'].join(' ')
  if (text.trim() === '') return toJsonText(withHook({}, command))
  try {
    const before: unknown = JSON.parse(text)
    return patchJson(text, before, withHook(before, command))
  } catch {
    throw new FoundryError('INVALID_FORMAT', `${hookFiles[host]} is not JSON.`, {
      path: 'hooks',
      hint: 'Mend the file, or leave its host out; nothing of it was changed.',
    })
  }
}
