import { describe, expect, it } from 'vitest'
import { tasksOf } from '../../settle/tasks-of.ts'
import { linesOf, remarksOf, taskOf } from '../../testing/plan-folder.ts'
import { readBeads } from './read-beads.ts'
import { readClaudeCode } from './read-claude-code.ts'
import { readGitHub } from './read-git-hub.ts'
import { readTaskMaster } from './read-task-master.ts'

const json = (path: string, value: unknown) => [{ path, text: JSON.stringify(value) }]

describe('tasks.json of task-master', () => {
  const parts = [
    { id: 1, title: 'Pump', status: 'done', dependencies: [] },
    { id: 2, title: 'Valve', status: 'in-progress', dependencies: [1, '2'] },
  ]
  const tasks = [
    { id: 1, title: 'Boiler', status: 'review', testStrategy: 'Run `npm test`', subtasks: parts },
    { id: 2, title: 'Pipes', status: 'odd', dependencies: [1, '1.2', 9], complexity: 8, foo: 1 },
    { id: '3', title: 'Paint', status: 'cancelled', details: 'See `src/paint.ts`' },
  ]

  it('has a phase for each tag, and its ids are those of the tag', () => {
    const later = { tasks: [{ id: 1, title: 'Radio', status: 'deferred' }, 'not a task'] }
    const plan = readTaskMaster(json('tasks.json', { master: { tasks }, later }))
    expect(linesOf(plan)).toEqual([
      '# Tasks',
      '1 in_review Boiler',
      '  1.1 completed Pump',
      '  1.2 in_progress Valve < 1.1',
      '2 pending Pipes < 1 1.2',
      '3 cancelled Paint',
      '# later',
      'later:1 deferred Radio',
    ])
    expect(remarksOf(plan)).toEqual([
      'tasks.json:- Task "2" has the status "odd", which is not known. It is pending.',
      'tasks.json:- Entry 2 of the tasks under "the file" is not a task. It is left out.',
      'tasks.json:- "1.2" depends on "1.2", which is itself. Link left out.',
      'tasks.json:- "2" depends on "9", which is not in the plan. Link left out.',
    ])
  })

  it('of the older shape is the same without tags', () => {
    const plan = readTaskMaster(json('tasks.json', { meta: { projectName: 'Heat' }, tasks }))
    expect(plan.title).toBe('Heat')
    expect(taskOf(plan, '1').checks).toEqual([{ text: 'Run `npm test`', command: 'npm test' }])
    expect(taskOf(plan, '2')).toMatchObject({ complexity: 'high', rest: { complexity: 8, foo: 1 } })
    expect(taskOf(plan, '3').files).toEqual(['src/paint.ts'])
  })

  it('that is cut off or has merge markers is refused with the line', () => {
    const cut = [{ path: 'tasks.json', text: '{"tasks": [\n{"id": 1,\n' }]
    expect(() => readTaskMaster(cut)).toThrow(/tasks\.json is not JSON/)
    const torn = [{ path: 'tasks.json', text: '{\n<<<<<<< HEAD\n}' }]
    expect(() => readTaskMaster(torn)).toThrow('tasks.json has merge markers at line 2.')
    expect(() => readTaskMaster(json('tasks.json', { a: 1 }))).toThrow('has no array "tasks"')
  })
})

describe('issues.jsonl of beads', () => {
  const link = (to: string, type: string) => ({ depends_on_id: to, type })
  const lines = [
    { _type: 'issue', id: 'sea-a.2', title: 'Sail', dependencies: [link('sea-a.1', 'blocks')] },
    { id: 'sea-a', title: 'Boat', status: 'open', issue_type: 'epic' },
    {
      id: 'sea-a.1',
      title: 'Hull',
      status: 'closed',
      close_reason: 'Built',
      acceptance_criteria: '- floats\n- is dry',
      comments: [{ author: 'ann', text: 'Oak', created_at: '2026-01-02T00:00:00Z' }],
      estimated_minutes: 90,
    },
    {
      id: 'sea-b',
      title: 'Flag',
      status: 'closed',
      close_reason: 'Duplicate of a',
      dependencies: [link('sea-a.1', 'discovered-from'), link('sea-a', 'relates-to')],
    },
    { _type: 'memory', key: 'wind', value: 'Comes from the west' },
    { id: 'sea-t', title: 'Gone', status: 'tombstone', delete_reason: 'twice' },
    { id: 'sea-c', title: 'C', dependencies: [link('sea-d', 'parent-child')] },
    { id: 'sea-d', title: 'D', dependencies: [link('sea-c', 'parent-child')] },
    { title: 'Without id' },
    { _type: 'lock', id: 'x' },
  ]
  const text = `${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n{broken\n=======\n`
  const plan = readBeads([{ path: 'issues.jsonl', text }])

  it('has epics as phases, and every issue once', () => {
    expect(linesOf(plan)).toEqual([
      '# Boat',
      'sea-a.1 completed Hull',
      'sea-a.2 pending Sail < sea-a.1',
      '# Other issues',
      'sea-b cancelled Flag',
      'sea-d pending D',
      '  sea-c pending C',
      'title:without-id pending Without id',
    ])
  })

  it('has memories, comments and reasons as notes', () => {
    expect(plan.notes).toEqual([{ title: 'wind', text: 'Comes from the west' }])
    expect(taskOf(plan, 'sea-a.1')).toMatchObject({
      criteria: ['floats', 'is dry'],
      estimate: 1.5,
      notes: [
        { text: 'Oak', author: 'ann', at: '2026-01-02T00:00:00Z' },
        { title: 'Closed', text: 'Built' },
      ],
    })
  })

  it('keeps links that do not order work, and knows where work was found', () => {
    expect(taskOf(plan, 'sea-b')).toMatchObject({
      discoveredFrom: 'sea-a.1',
      cancelReason: 'Duplicate of a',
      rest: { links: [{ type: 'relates-to', id: 'sea-a' }] },
    })
  })

  it('names deleted issues, broken lines and circles by their line', () => {
    expect(remarksOf(plan)).toEqual([
      'issues.jsonl:11 The line is not a JSON object. Left out.',
      'issues.jsonl:12 The line is a marker of an unfinished merge. ' +
        'The lines of both sides are read.',
      'issues.jsonl:6 "sea-t" was deleted: twice. Left out.',
      'issues.jsonl:10 The line is of the type "lock". Left out.',
      'issues.jsonl:4 "sea-b" has links that do not order work: relates-to sea-a. ' +
        'They are kept in metadata.external.',
      'issues.jsonl:8 "sea-d" and "sea-c" are under each other. "sea-d" is at the top.',
    ])
  })

  it('has the newest of two versions of an issue', () => {
    const versions = [
      { id: 'a', title: 'New', updated_at: '2026-02-01' },
      { id: 'a', title: 'Old', updated_at: '2026-01-01' },
    ]
    const both = versions.map((line) => JSON.stringify(line)).join('\n')
    const read = readBeads([{ path: 'i.jsonl', text: both }])
    expect(tasksOf(read).map(({ title }) => title)).toEqual(['New'])
    expect(remarksOf(read)).toEqual([
      'i.jsonl:2 The id "a" is there twice; this line is the older one. Left out.',
    ])
  })
})

describe('issues of GitHub', () => {
  it('have milestones as phases, boxes as parts and references as dependencies', () => {
    const body = 'Depends on #1\n\n- [ ] Part one\n- [x] #2\n\n## Acceptance criteria\n- [ ] ok\n'
    const labels = [{ name: 'bug' }, { name: 'priority: high' }]
    const milestone = { title: 'v1' }
    const plan = readGitHub(
      json('issues.json', [
        { number: 3, title: 'Third', body, labels, state: 'OPEN', milestone },
        { number: 2, title: 'Second', state: 'CLOSED', stateReason: 'NOT_PLANNED' },
        { number: 1, title: 'First', state: 'CLOSED', body: 'Blocks #2' },
        { number: 4, title: 'Code', pull_request: {} },
      ]),
    )
    expect(linesOf(plan)).toEqual([
      '# Issues',
      '#1 completed First',
      '#2 cancelled Second < #1',
      '# v1',
      '#3 pending Third < #1 #2',
      '  #3/part-one pending Part one',
    ])
    expect(taskOf(plan, '#3')).toMatchObject({ criteria: ['ok'], priority: 'high' })
    expect(remarksOf(plan)).toEqual(['issues.json:- #4 is a pull request. It was not taken.'])
  })
})

describe('tasks of Claude Code', () => {
  it('are one file each, in the order of their numbers', () => {
    const one = { id: '1', subject: 'Dig', status: 'completed', blocks: ['2'], blockedBy: [] }
    const two = { id: '2', subject: 'Plant', status: 'in_progress', blocks: [], owner: 'me' }
    const plan = readClaudeCode([
      ...json('l/10.json', { id: '10', subject: 'Water', status: 'odd', blockedBy: ['2'] }),
      ...json('l/2.json', two),
      ...json('l/1.json', one),
      { path: 'l/3.json', text: '{' },
      { path: 'l/4.json', text: '[]' },
    ])
    expect(linesOf(plan)).toEqual([
      '# Tasks',
      '1 completed Dig',
      '2 in_progress Plant < 1',
      '10 pending Water < 2',
    ])
    expect(remarksOf(plan).map((line) => line.slice(0, 8))).toEqual([
      'l/3.json',
      'l/4.json',
      'l/10.jso',
    ])
    expect(taskOf(plan, '2').rest).toEqual({ owner: 'me' })
  })
})
