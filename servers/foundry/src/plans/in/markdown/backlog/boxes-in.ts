import type { ForeignNote } from '../../../foreign-plan.ts'

/** A line with a box. */
export interface Box {
  readonly text: string
  readonly isTicked: boolean
}

/** Returns the lines that have a box or a bullet, without their numbers. */
export function boxesIn(text: string): readonly Box[] {
  const line = /^\s*[-*+]\s+(?:\[(.?)\]\s*)?(?:#\d+\s+)?(.+?)\s*$/
  const boxes: Box[] = []
  for (const source of text.split(/\r?\n/)) {
    const [, mark = '', found] = line.exec(source) ?? []
    const last = boxes.at(-1)
    if (found !== undefined) boxes.push({ text: found, isTicked: /[xX]/.test(mark) })
    else if (last && source.trim() !== '') {
      boxes[boxes.length - 1] = { ...last, text: `${last.text} ${source.trim()}` }
    }
  }
  return boxes
}

/** Returns comments: `author` and `created` lines, then the text between lines of `---`. */
export function commentsIn(text: string): readonly ForeignNote[] {
  const parts = text.split(/^---[ \t]*$/m).map((part) => part.trim())
  const notes: ForeignNote[] = []
  let head: { author?: string | undefined; at?: string | undefined } = {}
  for (const part of parts.filter((one) => one !== '')) {
    const isHead = /^(?:(?:author|created|index)\s*:.*(?:\r?\n|$))+$/.test(part)
    if (isHead) {
      const created = /^created\s*:\s*(.+)$/m.exec(part)?.[1]
      head = { author: /^author\s*:\s*(.+)$/m.exec(part)?.[1], at: toIso(created) }
    } else {
      notes.push({ title: 'Comment', text: part, ...head })
      head = {}
    }
  }
  return notes
}

/** Dates are in UTC and have no zone, such as `2026-08-17 07:26`. */
export function toIso(date: string | undefined): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/.exec(date?.trim() ?? '') ?? []
  const at = new Date(`${day}T${time ?? '00:00'}:00Z`)
  return day === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
