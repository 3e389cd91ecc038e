import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, remarksOf, taskOf } from '../../testing/plan-folder.ts'
import { readKiro } from './read-kiro.ts'
import { readMarkdown } from './read-markdown.ts'
import { readSpecKit } from './read-spec-kit.ts'

const read = (text: string) => readMarkdown([{ path: 'plan.md', text }])

describe('a plan in free Markdown', () => {
  it('has headings as phases, and boxes with any mark and any bullet as tasks', () => {
    const plan = read(`# Garden

We want flowers.

## Soil

* [x] **Dig**: with \`src/spade.ts\`
  * [ ] deeper
  * not too deep
* [/] Water
+ [-] Weed
- [~] Wait for rain
- [>] Roof
- [?] Why
- [ ] ~~Concrete~~

## Plants
1. [ ] Roses
2) [✓] Tulips
[ ] Herbs
☐ Mint
☑ Sage

## Success criteria
- [ ] It is green

## Risks
Snails.

\`\`\`
- [ ] not a task
\`\`\`
<!-- - [ ] not a task either -->
`)
    expect(linesOf(plan)).toEqual([
      '# Soil',
      'soil/dig-with-src-spade-ts completed Dig: with `src/spade.ts`',
      '  soil/dig-with-src-spade-ts/deeper pending deeper',
      'soil/water in_progress Water',
      'soil/weed in_progress Weed',
      'soil/wait-for-rain blocked Wait for rain',
      'soil/roof deferred Roof',
      'soil/why pending Why',
      'soil/concrete cancelled Concrete',
      '# Plants',
      'plants/roses pending Roses',
      'plants/tulips completed Tulips',
      'plants/herbs pending Herbs',
      'plants/mint pending Mint',
      'plants/sage completed Sage',
    ])
    expect(plan).toMatchObject({ title: 'Garden', mission: 'We want flowers.' })
    expect(plan.criteria).toEqual(['It is green'])
    expect(taskOf(plan, 'soil/dig-with-src-spade-ts')).toMatchObject({
      description: '- not too deep',
      files: ['src/spade.ts'],
    })
    expect(remarksOf(plan)).toEqual([
      'plan.md:14 The mark "[?]" is not known. The task is pending.',
      'plan.md:27 These sections do not have tasks: "Risks". Their text is not in the plan.',
    ])
  })

  it('may have boxes on other lines than titles', () => {
    const before = read('# P\n## Work\n- [ ]\n### 1. One\ntext\n- [x]\n### 2. Two\n')
    expect(linesOf(before)).toEqual(['# Work', 'work/one pending One', 'work/two completed Two'])
    const after = read('# P\n### 1. One\n- [x]\n\ntext\n### 2. Two\n- [ ]\n')
    expect(linesOf(after)).toEqual(['# P', 'p/one completed One', 'p/two pending Two'])
    const next = read('## Work\n- [x]\n  One\n- [ ]\n  - Two\n')
    expect(linesOf(next)).toEqual(['# Work', 'work/one completed One', 'work/two pending Two'])
  })

  it('may have a heading a task, with steps and fields under it', () => {
    const plan = read(`# Parser

### Task 1: Read

**Files:**
- Create: \`src/read.ts\`

- [ ] **Step 1: Write the test**
- [x] **Step 2: Run it**

### Task 2: Write ✅

**Depends on:** Task 1
**Estimate:** 2 days
**Priority**: High

#### Acceptance Criteria
- [ ] It writes
`)
    expect(linesOf(plan)).toEqual([
      '# Parser',
      'parser/read in_progress Read',
      '  parser/read/write-the-test pending Write the test',
      '  parser/read/run-it completed Run it',
      'parser/write completed Write < parser/read',
    ])
    expect(taskOf(plan, 'parser/write')).toMatchObject({
      estimate: 16,
      priority: 'high',
      criteria: ['It writes'],
    })
    expect(taskOf(plan, 'parser/read').files).toEqual(['src/read.ts'])
  })

  it('without boxes has numbered lists or headings as tasks, and says so', () => {
    const list = read('# P\n\n## Steps\n\n1. Do this in src/a.ts\n2. Do that\n   1. first\n')
    expect(linesOf(list)).toEqual([
      '# Steps',
      'steps/do-this-in-src-a-ts pending Do this in src/a.ts',
      'steps/do-that pending Do that',
      '  steps/do-that/first pending first',
    ])
    expect(remarksOf(list)[0]).toContain('items of numbered lists were read as tasks')
    const headings = read('# P\n\n## Step 1: Dig\n\nDeep.\n\n## Step 2: Fill\n\nFull.\n')
    expect(linesOf(headings)).toEqual(['# P', 'p/dig pending Dig', 'p/fill pending Fill'])
    const bullets = read('# P\n\n## Next steps\n\n- Dig\n- Fill\n')
    expect(linesOf(bullets)).toHaveLength(3)
  })

  it('has remarks for lines that are too long, and hostile ones do not take long', () => {
    const blanks = `- [ ] ${' '.repeat(300_000)}x`
    const plan = read(
      `- [ ] One\n${blanks}\n${'<!--'.repeat(100_000)}\n- [ ] Two ${'('.repeat(9000)}`,
    )
    expect(plan.phases[0]?.tasks).toHaveLength(2)
    expect(remarksOf(plan).filter((line) => line.includes('longer than 10,000'))).toHaveLength(2)
  })

  it('without tasks is refused, and the reason is told', () => {
    expect(() => read('# Notes\n\nOnly text.\n\n- and a list\n')).toThrow(
      'plan.md has no tasks that can be read: 1 headings and 1 items of lists',
    )
  })

  it('is never a crash, whatever the text is', () => {
    const line = fc.constantFrom('# A', '## B', '- [ ] t', '  - [x] u', '- [ ]', '1. n', 'text', '')
    const text = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
    )
    fc.assert(
      fc.property(text, (source) => {
        try {
          expect(linesOf(read(source)).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_PLAN' })
        }
      }),
    )
  })
})

describe('tasks.md of spec-kit', () => {
  it('has ids, stories, files, checkpoints and the order that its last sections tell', () => {
    const text = `# Tasks: Albums

**Input**: documents

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel

## Phase 1: Setup

**Purpose**: Basics

- [X] T001 Create the folders
- [ ] T002 [P] Configure \`.eslintrc.json\`

**Checkpoint**: The tools run

---

## Phase 2: User Story 1 - Albums (Priority: P1)

**Independent Test**: Add an album

### Tests for User Story 1

- [ ] T003 [P] [US1] Contract test in tests/contract/test_album.py

### Implementation

- [ ] T004 [US1] Model in src/models/album.py (depends on T003)
  - keeps the order

## Dependencies & Execution Order

- **Setup (Phase 1)**: No dependencies
- T001 blocks T002, T003
- Tests (T002-T003) before implementation (T004)

## Notes

- [P] tasks = different files
`
    const spec = '# Spec\n\n**Input**: User description: "Albums for photos"\n'
    const plan = readSpecKit([
      { path: 's/tasks.md', text },
      { path: 's/spec.md', text: spec },
      { path: 's/design.md', text: '# D' },
    ])
    expect(linesOf(plan)).toEqual([
      '# Phase 1: Setup',
      'T001 completed Create the folders',
      'T002 pending Configure `.eslintrc.json` < T001',
      '# Phase 2: User Story 1 - Albums (Priority: P1)',
      'T003 pending Contract test in tests/contract/test_album.py < T001',
      'T004 pending Model in src/models/album.py < T003 T002',
    ])
    expect(plan).toMatchObject({ title: 'Albums', mission: 'Albums for photos' })
    expect(plan.phases.map(({ checks }) => checks.map((check) => check.text))).toEqual([
      ['The tools run'],
      ['Add an album'],
    ])
    expect(taskOf(plan, 'T003')).toMatchObject({
      files: ['tests/contract/test_album.py'],
      labels: ['parallel'],
      requirements: [{ id: 'US1' }],
      rest: { section: 'Tests for User Story 1' },
    })
    expect(remarksOf(plan)).toEqual([
      's/tasks.md:35 This line about the order is not a dependency between tasks: ' +
        '"**Setup (Phase 1)**: No dependencies" Phases and tasks keep the order of the file.',
      's/design.md:- The file belongs to the plan and does not have tasks. ' +
        'It was not taken; its path is enough to read it.',
    ])
  })

  it('may have a heading a task', () => {
    const text = `# Tasks: X

## Phase 1: Core

### T001: Init ✅

**File**: \`src/init.ts\`

### T002 — Storage

- priority: P0
- \`status\`: in_progress
- depends_on: T001

### T003-T004: Both

- [ ] T003 One
- [x] **T004** Two in src/two.ts
`
    const plan = readSpecKit([{ path: 'tasks.md', text }])
    expect(linesOf(plan)).toEqual([
      '# Phase 1: Core',
      'T001 completed Init',
      'T002 in_progress Storage < T001',
      'T003 pending One',
      'T004 completed Two in src/two.ts',
    ])
    expect(taskOf(plan, 'T002').priority).toBe('p0')
  })
})

describe('tasks.md of Kiro and of spec-workflow', () => {
  const text = `# Implementation Plan

- [-] 1. Set up

  - Create \`src/types/index.ts\`
  - _Requirements: 1.1, 1.2_

- [ ] 2. Sign in
- [x] 2.1 Page
  - _需求: 2.1_
- [ ]* 2.2 Property tests
    - **Validates: Requirements 1.2**
- [~] 3 Mail
- [ ] 4. Checkpoint — all tests pass
- [ ] 5. Types
  - File: src/a.ts, src/b.ts
  - _Leverage: src/c.ts_
  - _Prompt: Role: Writer | Task: Write | Success: It compiles_\\r
`
  const requirements = `# Requirements

## Introduction

People sign in.

### Requirement 1: Login

**User Story:** As a user

#### Acceptance Criteria

1. WHEN a THEN b
2. WHEN c THEN d

### Requirement 2

#### Acceptance Criteria

1. WHEN e THEN f
2. WHEN g THEN h
`
  const plan = readKiro([
    { path: 'login/tasks.md', text },
    { path: 'login/requirements.md', text: requirements },
  ])

  it('has three marks, and numbers as ids whatever the indent is', () => {
    expect(linesOf(plan)).toEqual([
      '# Implementation Plan',
      '1 in_progress Set up',
      '2 pending Sign in',
      '  2.1 completed Page',
      '  2.2 pending Property tests',
      '3 blocked Mail',
      '4 pending Checkpoint — all tests pass',
      '5 pending Types',
    ])
    expect(plan).toMatchObject({ title: 'login', mission: 'People sign in.' })
    expect(taskOf(plan, '2.2').labels).toEqual(['optional'])
    expect(taskOf(plan, '4').isCheck).toBe(true)
  })

  it('has the criteria of the requirements that its tasks name, in any language', () => {
    expect(taskOf(plan, '1').criteria).toEqual(['WHEN a THEN b', 'WHEN c THEN d'])
    expect(taskOf(plan, '2.1').requirements).toEqual([{ id: '2.1', text: 'WHEN e THEN f' }])
    expect(taskOf(plan, '2.2').criteria).toEqual(['WHEN c THEN d'])
    expect(remarksOf(plan)).toEqual([
      'login/requirements.md:- No task names these requirements: 2.2. ' +
        'They are in metadata.external.',
    ])
  })

  it('has files and prompts', () => {
    expect(taskOf(plan, '5')).toMatchObject({
      files: ['src/a.ts', 'src/b.ts'],
      criteria: ['It compiles'],
      rest: { leverage: 'src/c.ts' },
    })
  })
})
