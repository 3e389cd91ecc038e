import type { Spec, SpecNode } from '../../spec/spec.ts'
import { stateOf } from '../../state/state-of.ts'
import {
  filesOf,
  isOwnCheck,
  metadataText,
  metadataTexts,
  type OutlineNode,
  outlineOf,
} from './outline-of.ts'

/** Returns a spec as a page for people: a heading a phase, a box a task. It can be imported. */
export function toMarkdown(spec: Spec): string {
  const { title = spec.spec_id, metadata = {} } = spec
  const { mission } = metadata
  const lines = [`# ${escapeLine(title)}`, '']
  if (typeof mission === 'string' && mission !== '') lines.push(toParagraph(mission), '')
  for (const part of outlineOf(spec)) {
    if (part.node.type === 'phase') lines.push(...phaseLines(part, spec))
    else lines.push(...taskLines(part, ''))
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function phaseLines({ node, parts }: OutlineNode, { hierarchy }: Spec): readonly string[] {
  const lines = [`## ${escapeLine(node.title)}`, '']
  const description = metadataText(node, 'description')
  if (description !== undefined) lines.push(toParagraph(description), '')
  const first = (node.dependencies?.blocked_by ?? []).map((id) => hierarchy[id]?.title ?? id)
  if (first.length > 0) lines.push(`After: ${first.map(escapeLine).join(', ')}`, '')
  lines.push(...parts.flatMap((part) => taskLines(part, '')))
  return [...lines, '']
}

function taskLines({ id, node, parts }: OutlineNode, indent: string): readonly string[] {
  const state = stateOf(node)
  const box = state === 'completed' ? '[x]' : '[ ]'
  const checks = parts.filter((part) => isOwnCheck(part, node))
  const below = parts.filter((part) => !isOwnCheck(part, node))
  const inside = `${indent}  `
  const fields = [
    ...descriptionLines(node),
    ...stateLines(node),
    ...listLine('Depends on', node.dependencies?.blocked_by ?? []),
    ...listLine('Files', filesOf(node)),
    ...criteriaLines(node),
    ...checks.map((check) => `- Verify: ${verifyText(check.node)}`),
  ]
  return [
    `${indent}- ${box} \`${id}\` ${escapeLine(node.title)}`,
    ...fields.map((line) => `${inside}${line}`),
    ...below.flatMap((part) => taskLines(part, inside)),
  ]
}

/** A box says only if a task is done; other states are words. */
function stateLines(node: SpecNode): readonly string[] {
  const state = stateOf(node)
  if (state === 'completed' || state === 'pending') return []
  const line = `- State: ${state.replace('_', ' ')}`
  const reason = metadataText(node, 'cancel_reason')
  return reason === undefined ? [line] : [line, `- Reason: ${toParagraph(reason)}`]
}

/** A description that only repeats the title is not written. */
function descriptionLines(node: SpecNode): readonly string[] {
  const description = metadataText(node, 'description')
  if (description === undefined || description === node.title) return []
  return description
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(toParagraph)
}

const listLine = (name: string, values: readonly string[]) =>
  values.length === 0 ? [] : [`- ${name}: ${values.map((value) => `\`${value}\``).join(', ')}`]

function criteriaLines(node: SpecNode): readonly string[] {
  const criteria = metadataTexts(node, 'acceptance_criteria')
  if (criteria.length === 0) return []
  return ['- Acceptance criteria:', ...criteria.map((text) => `  - ${toParagraph(text)}`)]
}

function verifyText(node: SpecNode): string {
  const command = metadataText(node, 'command')
  if (command !== undefined) return `\`${command.replaceAll(/\s+/g, ' ')}\``
  return toParagraph(metadataText(node, 'expected') ?? node.title)
}

/** Marks that would mean something in Markdown mean nothing. */
const escapeLine = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<~#!]/g, String.raw`\$&`)
    .replaceAll(/\((?=depends?|blocked|after)/gi, String.raw`\(`)

/** One line of text that is never read as a heading, an item or a field. */
const toParagraph = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('<!--', String.raw`\<!\--`)
    .replace(/^(?=[#>+*_=~|`[☐⬜□▢🔲☑☒-])/u, '\\')
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^(\p{L}[\p{L} _/-]{0,30})([:：])/u, String.raw`$1\$2`)
