import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createResearch } from '../create-research.ts'
import type { Research, ResearchOptions } from '../research.ts'

/** Research in a folder of its own, at a time that a test sets. */
export interface OpenedResearch {
  readonly research: Research
  readonly folder: string
  /** Where files may be read. */
  readonly repository: string
  /** Lets days go by. */
  wait(days: number): void
  remove(): Promise<void>
}

/** Opens research for a test. */
export async function openResearch(
  options: Partial<ResearchOptions> = {},
): Promise<OpenedResearch> {
  const home = await mkdtemp(join(tmpdir(), 'research-'))
  const folder = join(home, 'specs', '.research')
  const repository = join(home, 'repository')
  await mkdir(repository)
  let time = Date.parse('2026-11-16T12:00:00Z')
  let ids = 0
  const research = createResearch({
    folder,
    now: () => new Date(time),
    newId: () => String(++ids).padStart(3, '0'),
    fileRoots: [repository],
    ...options,
  })
  return {
    research,
    folder,
    repository,
    wait: (days) => {
      time += days * 86_400_000
    },
    remove: () => rm(home, { recursive: true }),
  }
}

/** A text about reefs with so many sentences. */
export const reefText = (sentences: number): string =>
  Array.from(
    { length: sentences },
    (_, n) => `Reef ${n} lost corals because the water was warm in year ${1900 + n}.`,
  ).join(' ')
