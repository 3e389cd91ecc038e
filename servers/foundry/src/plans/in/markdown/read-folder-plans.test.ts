import { describe, expect, it } from 'vitest'
import { linesOf, remarksOf, taskOf } from '../../testing/plan-folder.ts'
import { readBacklog } from './backlog/read-backlog.ts'
import { readOpenSpec } from './openspec/read-open-spec.ts'

const cart = `---
id: SHOP-4
title: 'Cart: total'
status: Cooking
assignee:
  - '@ann'
labels: [ui]
dependencies:
  - shop-2
priority: High
milestone: m-1
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
Sum in \`src/cart.ts\`.

## Inner heading
<!-- SECTION:DESCRIPTION:END -->

## Acceptance Criteria
<!-- AC:BEGIN -->
- [x] #1 It sums
- [ ] #2 It has tax
<!-- AC:END -->

## Definition of Done
<!-- DOD:BEGIN -->
- [x] #1 \`bun test\` passes
<!-- DOD:END -->

## Implementation Notes

<!-- SECTION:NOTES:BEGIN -->
Rounded.
<!-- SECTION:NOTES:END -->

## Comments

<!-- COMMENTS:BEGIN -->
author: bob
created: 2026-08-17 07:26
---
Hello
---

created: 2026-08-18 07:26
---
Again
---
<!-- COMMENTS:END -->

## Links

See the wiki.
`

const task = (front: string, body = '') => `---\n${front}\n---\n${body}`

describe('a folder of Backlog.md', () => {
  const plan = readBacklog([
    {
      path: 'backlog/config.yml',
      text: 'project_name: "Shop"\nstatuses: ["Idea", "Cooking", "Served"]\n',
    },
    { path: 'backlog/tasks/shop-4 - Cart.md', text: cart },
    {
      path: 'backlog/tasks/shop-4.1 - Tax.md',
      text: task('id: SHOP-4.1\ntitle: Tax: all of it\nstatus: Idea\ndependencies:\n  - SHOP-2'),
    },
    { path: 'backlog/tasks/shop-5 - x.md', text: task('id: SHOP-5\ntitle: Pay\nstatus: Served') },
    { path: 'backlog/tasks/shop-6 - Ship-it.md', text: task('status: Odd', 'By post.') },
    { path: 'backlog/completed/shop-2 - D.md', text: task('id: SHOP-2\ntitle: Shelf') },
    { path: 'backlog/drafts/draft-1 - D.md', text: task('id: DRAFT-1\ntitle: Dream') },
    { path: 'backlog/archive/tasks/shop-1 - O.md', text: task('id: SHOP-1\ntitle: Old') },
    { path: 'backlog/milestones/m-1 - one.md', text: task('id: m-1\ntitle: First release') },
  ])

  it('has milestones as phases, and states by the configured statuses and the folders', () => {
    expect(linesOf(plan)).toEqual([
      '# Tasks',
      'DRAFT-1 deferred Dream',
      'SHOP-2 completed Shelf',
      'SHOP-5 completed Pay',
      'SHOP-6 pending Ship it',
      '# First release',
      'SHOP-4 in_progress Cart: total < SHOP-2',
      '  SHOP-4.1 pending Tax: all of it < SHOP-2',
    ])
  })

  it('has the sections between comments, also those with headings in them', () => {
    expect(taskOf(plan, 'SHOP-4')).toMatchObject({
      description: 'Sum in `src/cart.ts`.\n\n## Inner heading',
      criteria: ['It sums', 'It has tax'],
      files: ['src/cart.ts'],
      priority: 'high',
      labels: ['ui'],
      checks: [{ command: 'bun test', isPassed: true }],
      notes: [
        { title: 'Implementation notes', text: 'Rounded.' },
        { text: 'Hello', author: 'bob', at: '2026-08-17T07:26:00.000Z' },
        { text: 'Again', at: '2026-08-18T07:26:00.000Z' },
      ],
      rest: {
        assignee: ['@ann'],
        criteria_ticked: ['It sums'],
        sections: { links: 'See the wiki.' },
      },
    })
  })

  it('names front matter that is not YAML, unknown statuses and the archive', () => {
    expect(remarksOf(plan)).toEqual([
      'backlog/tasks/shop-4.1 - Tax.md:3 The front matter is not YAML: BLOCK_AS_IMPLICIT_KEY. ' +
        'It is read line by line.',
      'backlog/tasks/shop-6 - Ship-it.md:1 The status "Odd" is not among the configured ones. ' +
        'The task is pending.',
      'backlog/archive/tasks/shop-1 - O.md:- The task is in the archive. It was not taken.',
    ])
  })

  it('does not follow references of YAML, which could stand for gigabytes', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      const before = String.fromCodePoint((name.codePointAt(0) ?? 0) - 1)
      bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`)
    }
    const text = task(`id: T-1\ntitle: Bomb\n${bomb.join('\n')}`)
    const read = readBacklog([{ path: 'tasks/t-1 - Bomb.md', text }])
    expect(linesOf(read)).toEqual(['# Tasks', 'T-1 pending Bomb'])
    expect(remarksOf(read)[0]).toContain('has references')
  })

  it('has every task, also if two are the parents of each other', () => {
    const read = readBacklog([
      { path: 'tasks/a.md', text: task('id: A\ntitle: A\nparent_task_id: B') },
      { path: 'tasks/b.md', text: task('id: B\ntitle: B\nparent_task_id: A') },
      { path: 'tasks/c.md', text: task('id: C\ntitle: C\nparent_task_id: Z') },
    ])
    expect(linesOf(read)).toEqual(['# Tasks', 'B pending B', '  A pending A', 'C pending C'])
    expect(remarksOf(read)).toHaveLength(2)
  })
})

describe('a change of OpenSpec', () => {
  const spec = `## ADDED Requirements

### Requirement: Stack Planning Commands
The CLI SHALL show the order.

#### Scenario: Show the graph
- **WHEN** a user runs it
- **THEN** the order is shown

## MODIFIED Requirements

### Requirement: Export
The CLI SHALL export.

## REMOVED Requirements

### Requirement: Old Thing
**Reason**: unused

## RENAMED Requirements
- FROM: \`### Requirement: A\`
- TO: \`### Requirement: Better A\`
`
  const files = [
    {
      path: 'add-graph/proposal.md',
      text: '# Change: Add a graph\n\n## Why\n\nPeople want order.\n\n## What Changes\n- all\n',
    },
    { path: 'add-graph/design.md', text: '# Design\n' },
    { path: 'add-graph/specs/cli/spec.md', text: spec },
  ]
  const tasks = `## 1. Model

- [x] 1.1 Add fields in \`src/a.ts\`
- [ ] 1.2 Write the stack planning commands

## 2. Verification
- [ ] 2.1 Remove the old thing
`

  it('has groups as phases, and scenarios as criteria of the tasks that are about them', () => {
    const plan = readOpenSpec([...files, { path: 'add-graph/tasks.md', text: tasks }])
    expect(linesOf(plan)).toEqual([
      '# Model',
      '1.1 completed Add fields in `src/a.ts`',
      '1.2 pending Write the stack planning commands',
      '# Verification',
      '2.1 pending Remove the old thing',
    ])
    expect(plan).toMatchObject({ title: 'Add a graph', mission: 'People want order.' })
    expect(taskOf(plan, '1.2')).toMatchObject({
      criteria: ['Show the graph: WHEN a user runs it; THEN the order is shown'],
      requirements: [{ id: 'cli/stack-planning-commands' }],
    })
    expect(taskOf(plan, '2.1').requirements[0]?.id).toBe('cli/old-thing')
    expect(plan.criteria).toEqual([
      'Export: The CLI SHALL export.',
      'Better A: Renamed from "A" to "Better A".',
    ])
    expect(remarksOf(plan).map((line) => line.split(' ').slice(0, 5).join(' '))).toEqual([
      'add-graph/specs/cli/spec.md:12 The requirement "Export" does',
      'add-graph/specs/cli/spec.md:12 No task is about',
      'add-graph/specs/cli/spec.md:20 No task is about',
      'add-graph/design.md:- The file belongs to',
    ])
  })

  it('without tasks has one for each requirement', () => {
    const plan = readOpenSpec(files)
    expect(linesOf(plan)).toEqual([
      '# Requirements',
      'cli/stack-planning-commands pending Stack Planning Commands',
      'cli/export pending Export',
      'cli/old-thing pending Old Thing',
      'cli/renamed-better-a pending Better A',
    ])
    expect(taskOf(plan, 'cli/old-thing').rest).toEqual({ operation: 'removed' })
  })
})
