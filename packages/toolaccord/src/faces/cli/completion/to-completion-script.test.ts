import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { shells } from '../commands/built-ins.ts'
import { shellQuote } from '../render/escape.ts'
import { toCompletionScript } from './to-completion-script.ts'

const hostile = ["it's", '$(exit 9)', 'a b']

const sortNotes = defineTool({
  name: 'sort_notes',
  summary: "Sort notes: it's quick.",
  input: z.object({
    order: z.enum(['asc', 'desc']).optional().describe('The order'),
    text: z.string().optional(),
    draft: z.boolean().optional(),
    odd: z.enum(hostile).optional(),
    filter: z.object({ since: z.string().optional() }).optional(),
  }),
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})

const setLevel = defineTool({
  name: 'set_level',
  summary: 'Set the level.',
  input: z.object({ level: z.enum(['low', 'high']) }),
  output: z.object({}),
  effect: 'write',
  cli: { positionals: ['level'] },
  run: () => ok({}),
})

const tagAdd = defineTool({
  name: 'tag_add',
  summary: 'Add a tag.',
  input: z.object({ colour: z.enum(['red', 'green']) }),
  output: z.object({}),
  effect: 'write',
  cli: { group: 'tag' },
  run: () => ok({}),
})
const tagDrop = defineTool({
  name: 'tag_drop',
  summary: 'Drop a tag.',
  output: z.object({}),
  effect: 'write',
  cli: { group: 'tag' },
  run: () => ok({}),
})

const server = defineServer({
  name: 'my-notes',
  version: '1.0.0',
  tools: [sortNotes, setLevel, tagAdd, tagDrop],
})

/** What bash would offer for the last word; it makes words of '=' as readline does. */
function complete(invocation: string, ...words: string[]): string[] {
  const line = [...invocation.split(' '), ...words]
  const script = `${toCompletionScript('bash', server, invocation)}
COMP_WORDS=(${line.map(shellQuote).join(' ')}); COMP_CWORD=${line.length - 1}
$(complete -p ${shellQuote(line[0] ?? '')} | sed 's/.*-F \\([^ ]*\\).*/\\1/')
printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
}

const globals = [
  '--help -h --version -V --json --ndjson --dialect --stdin --quiet -q --verbose -v',
  '--timeout --budget --request-id --idempotency-key --yes -y --color --no-color',
].flatMap((tokens) => tokens.split(' '))

describe('completion in bash', () => {
  it.each<[string[], string[]]>([
    [[''], ['sort-notes', 'set-level', 'tag', 'help', 'completion']],
    [['s'], ['sort-notes', 'set-level']],
    [['--json', 'sor'], ['sort-notes']],
    [['-'], globals],
    [
      ['sort-notes', '--o'],
      ['--order', '--odd'],
    ],
    [
      ['sort-notes', '--no-'],
      ['--no-draft', '--no-color'],
    ],
    [['sort-notes', '--filter.'], ['--filter.since']],
    [
      ['sort-notes', '--order', ''],
      ['asc', 'desc'],
    ],
    [['sort-notes', '--order', 'd'], ['desc']],
    [
      ['sort-notes', '--order', '='],
      ['asc', 'desc'],
    ],
    [['sort-notes', '--order', '=', 'a'], ['asc']],
    [
      ['sort-notes', '--odd', ''],
      [String.raw`it\'s`, String.raw`\$\(exit\ 9\)`, String.raw`a\ b`],
    ],
    [['sort-notes', '--dialect', 'd'], ['dtpr']],
    [['--dialect', 'resp'], ['response-v2']],
    [['sort-notes', '--text', ''], []],
    [['sort-notes', '--timeout', ''], []],
    [['sort-notes', ''], []],
    [
      ['set-level', ''],
      ['low', 'high'],
    ],
    [
      ['help', 's'],
      ['sort-notes', 'set-level'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['tag', ''],
      ['add', 'drop'],
    ],
    [['--json', 'tag', 'd'], ['drop']],
    [
      ['tag', 'add', '--c'],
      ['--colour', '--color'],
    ],
    [
      ['tag', 'add', '--colour', ''],
      ['red', 'green'],
    ],
  ])('offers for %j', (words, offered) => {
    expect(complete('my-notes', ...words)).toEqual(offered)
  })

  it('completes commands after the server that the program was called with, and no other', () => {
    expect(complete('toolaccord ./my-notes', 'se')).toEqual(['set-level'])
    const drive = [
      'COMP_WORDS=(toolaccord ./other se); COMP_CWORD=2',
      '_toolaccord___my_notes_completion',
      'echo "${#COMPREPLY[@]}"',
    ].join('\n')
    const script = `${toCompletionScript('bash', server, 'toolaccord ./my-notes')}\n${drive}`
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('0\n')
  })

  it('runs nothing that is in the names and values of a server', () => {
    const { stderr, status } = spawnSync(
      'bash',
      ['-c', `${toCompletionScript('bash', server, "$(echo pwned >&2)'x")}`],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([0, ''])
  })
})

/** The shells of this machine; scripts for the others are only compared with what they were. */
const installed = shells.filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)

describe('completion scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolaccord-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([...shells])('are the same for %s as they were', (shell) => {
    expect(toCompletionScript(shell, server, 'toolaccord ./my-notes')).toMatchSnapshot()
  })

  it.each(installed)('are syntax that %s accepts', (shell) => {
    const file = join(folder, shell)
    writeFileSync(file, toCompletionScript(shell, server, "odd name's"))
    const { stderr, status } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it.each(installed.filter((shell) => shell === 'fish'))('work in %s', (shell) => {
    const offeredFor = (line: string) => {
      const loaded = toCompletionScript(shell, server, 'my-notes')
      const script = `${loaded}\ncomplete -C ${shellQuote(line)}`
      const out = execFileSync(shell, ['--no-config', '-c', script], { encoding: 'utf8' })
      return out
        .split('\n')
        .filter(Boolean)
        .map((offer) => offer.split('\t')[0])
    }
    expect(offeredFor('my-notes s')).toEqual(['set-level', 'sort-notes'])
    expect(offeredFor('my-notes sort-notes --order ')).toEqual(['asc', 'desc'])
    expect(offeredFor('my-notes tag ')).toEqual(['add', 'drop'])
    expect(offeredFor('my-notes tag add --colour ')).toEqual(['green', 'red'])
    expect(offeredFor('my-notes sort-notes --odd ')).toEqual(['$(exit 9)', 'a b', "it's"])
    expect(offeredFor('my-notes set-level ')).toEqual(['high', 'low'])
  })
})
