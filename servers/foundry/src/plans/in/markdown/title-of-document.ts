import type { MarkdownDocument, Section } from './list/to-sections.ts'

/** Titles that say what a file is, and not what its plan is for. */
const general =
  /^(?:tasks?|tasks? (?:list|document)|implementation (?:plan|tasks)|todo|plan|roadmap|proposal)$/i

/** Returns the title of a plan: its first heading, without words such as "Tasks:". */
export function titleOfDocument({ sections }: MarkdownDocument): string | undefined {
  const first = sections.find(({ level }) => level === 1)
  const title = first?.title
    .replaceAll(/[*`]/g, '')
    .replace(
      /^(?:tasks?|implementation plan|plan|change(?: proposal)?|proposal|feature)\s*[:–—-]\s*/i,
      '',
    )
    .trim()
  return title === undefined || title === '' || general.test(title) ? undefined : title
}

const isAbout = ({ title }: Section) =>
  /^(?:\d+\.\s*)?(?:overview|why|goals?|mission|summary|introduction|purpose|objective|context)\b/i.test(
    title,
  )

/** Returns the first text that says what a plan is for. */
export function missionOfDocument({ sections }: MarkdownDocument): string | undefined {
  const sayings = [...sections.filter(isAbout), ...sections.filter(({ level }) => level <= 1)]
  for (const { prose, nodes } of sayings) {
    const text = prose.map((line) => line.text).join(' ')
    const items = nodes.filter(({ mark }) => mark === undefined).map((node) => node.text)
    const mission = text === '' ? items.join('; ') : text
    if (mission !== '') return mission.replaceAll('**', '').slice(0, 2000)
  }
  return undefined
}
