import { html, type Html, type Part, toPage, toTable, toTime, toMeter } from '@toolaccord/pages'
import { foundryStyle } from './foundry-style.ts'
import { stateBadge } from './parts/state-badge.ts'
import { toLive } from './parts/to-live.ts'
import { toMeterParts, toProgressWords } from './parts/to-progress.ts'
import { percentOf } from './view/count-progress.ts'
import type { FolderView, Progress, SpecLine, SpecsView } from './view/spec-view.ts'
import { toAnchor, toEventsPath, toPartPath, toSpecPath } from './view/to-paths.ts'

/** Writes the page of all specs. */
export function toSpecsPage(view: SpecsView): string {
  const shown = view.folders.filter(({ specs }) => specs.length > 0)
  return toPage({
    title: 'All specs',
    description: 'The plans of this repository, how far they are and who works on them.',
    styles: foundryStyle,
    navigation: {
      trail: [],
      sections: shown.map(({ folder, specs }) => ({
        href: `#folder-${toAnchor(folder)}`,
        text: toTitle(folder),
        count: specs.length,
      })),
    },
    body: html`<h1>All specs</h1>
${toLead(view)}
${toFaults(view)}
${shown.map((folder) => toFolder(folder, view.base))}`,
    live: toLive(view, toEventsPath(view.base)),
  })
}

function toLead({ folders }: SpecsView): Html {
  const specs = folders.flatMap((folder) => folder.specs)
  if (specs.length === 0)
    return html`<p class="empty"
    >There are no specs yet. An agent makes one with the tool create_spec, and you do with <code
    >foundry create-spec</code>.</p>`
  const held = specs.flatMap((spec) => spec.held)
  const blocked = specs.reduce((sum, spec) => sum + spec.blocked, 0)
  return html`<p class="lead"
  >${toCount(specs.length, 'spec')}, ${toCount(held.length, 'task')} in progress,
${blocked} blocked.</p>`
}

const toFaults = ({ faults }: SpecsView): Part =>
  faults.length > 0 &&
  html`<section class="part" aria-labelledby="faults-title"><h2 id="faults-title">Files that could not be read</h2>
<ul class="stack">${faults.map(
    ({ file, message }) => html`<li class="notice bad"><code
>${file}</code><br>${message}</li>`,
  )}</ul></section>`

const toTitle = (folder: string): string => folder.charAt(0).toUpperCase() + folder.slice(1)

function toFolder({ folder, specs }: FolderView, base: string): Html {
  const id = `folder-${toAnchor(folder)}`
  return html`
<section class="part folder" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${toTitle(folder)}</h2>
${toTable({
  caption: `Specs in ${folder}`,
  columns: ['Spec', 'Progress', 'Current phase', 'Working now', 'Changed'],
  rows: specs.map((spec) => ({ key: `spec-${toAnchor(spec.id)}`, cells: toCells(spec, base) })),
})}</section>`
}

const toCells = (spec: SpecLine, base: string): readonly Part[] => [
  html`<a class="spec-link" href="${toSpecPath(base, spec.id)}">${spec.title}</a> <code class="muted">${spec.id}</code>
<span class="row">${stateBadge(spec.state)}${toBlocked(spec.blocked)}</span>`,
  toBars(spec),
  spec.currentPhase,
  spec.held.length > 0 && toHeld(spec, base),
  html`<span class="small">${toTime(spec.updated)}</span>`,
]

const toHeld = ({ id, held }: SpecLine, base: string): Html =>
  html`<ul class="held"
  >${held.map((task) => {
    const link = html`<a href="${toPartPath(base, id, task.id)}">${task.title}</a>`
    return html`<li><span class="holder">${task.holder}</span> ${link}</li>`
  })}</ul>`

/** Planned and found work apart; nothing found is not shown. */
function toBars({ planned, found }: SpecLine): Part {
  if (planned.total + found.total === 0) return html`<span class="muted">Nothing planned yet</span>`
  return html`<div class="stack">${toBar('planned', planned)}${found.total > 0 && toBar('found', found)}</div>`
}

const toBar = (kind: string, progress: Progress): Html =>
  html`<div class="progress"><span class="small figure-number"
  >${percentOf(progress)}% of ${progress.total} ${kind}</span>
${toMeter(toMeterParts(progress), progress.total, `${kind}: ${toProgressWords(progress)}`)}</div>`

const toCount = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`

const toBlocked = (count: number): Part =>
  count > 0 && html`<span class="small muted">${count} blocked</span>`
