import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Flag, createFlagSet } from '../commands/flag.ts'
import { scan } from './scan.ts'

const flags = createFlagSet<Flag>([
  { name: 'tag', placeholder: 'TEXT', summary: '' },
  { name: 'max-items', placeholder: 'NUMBER', summary: '' },
  { name: 'draft', negatable: true, summary: '' },
  { name: 'json', short: 'j', summary: '' },
])

function read(...argv: string[]) {
  const { words, given, problems } = scan(argv, flags)
  return {
    words,
    given: given.map(({ flag, text }) => `${flag.name}=${text}`),
    problems: problems.map(({ reason, message, hint }) => [reason, message, hint]),
  }
}

describe('scanning a command line', () => {
  it('tells words, values and switches apart', () => {
    expect(read('a', '--tag', 'x', 'b', '--tag=y=z', '--draft', '-j')).toEqual({
      words: ['a', 'b'],
      given: ['tag=x', 'tag=y=z', 'draft=true', 'json=true'],
      problems: [],
    })
  })

  it('knows a flag by the argument that it gives, where their names differ', () => {
    const { problems } = scan(
      ['--primitive-name', 'x'],
      createFlagSet<Flag>([
        { name: 'entry', argument: 'primitive_name', placeholder: 'TEXT', summary: '' },
      ]),
    )
    expect(problems).toMatchObject([
      { message: 'Unknown flag --primitive-name.', hint: 'Did you mean --entry?' },
    ])
  })

  it('turns a switch off', () => {
    expect(read('--no-draft', '--draft=false').given).toEqual(['draft=false', 'draft=false'])
  })

  it('takes negative numbers and lone dashes as words and as values', () => {
    expect(read('-1', '-.5', '-', '--max-items', '-3', '--tag', '-x')).toEqual({
      words: ['-1', '-.5', '-'],
      given: ['max-items=-3', 'tag=-x'],
      problems: [],
    })
  })

  it('takes everything after -- as words', () => {
    expect(read('--', '--tag', '-j', '--')).toEqual({
      words: ['--tag', '-j', '--'],
      given: [],
      problems: [],
    })
  })

  it('takes an empty value', () => {
    expect(read('--tag=', '--tag', '').given).toEqual(['tag=', 'tag='])
  })

  it('knows a flag by the spelling of its argument too', () => {
    expect(read('--max_items=1', '--maxItems=2').given).toEqual(['max-items=1', 'max-items=2'])
  })

  it.each([
    [
      ['--tga', 'x'],
      ['invalid_argument', 'Unknown flag --tga.', 'Did you mean --tag?'],
    ],
    [['-tag'], ['invalid_argument', 'Unknown flag -tag.', 'Did you mean --tag?']],
    [['-x'], ['invalid_argument', 'Unknown flag -x.', 'Use --help to see every flag.']],
    [['--no-tag'], ['invalid_argument', 'Unknown flag --no-tag.', 'Use --help to see every flag.']],
    [
      ['--tag'],
      [
        'malformed_input',
        '--tag needs a value.',
        'Give it as --tag TEXT, or as --tag=TEXT when it starts with a dash.',
      ],
    ],
    [
      ['--tag', '--draft'],
      [
        'malformed_input',
        '--tag needs a value.',
        'Give it as --tag TEXT, or as --tag=TEXT when it starts with a dash.',
      ],
    ],
    [
      ['--tag', '-j'],
      [
        'malformed_input',
        '--tag needs a value.',
        'Give it as --tag TEXT, or as --tag=TEXT when it starts with a dash.',
      ],
    ],
    [['--json=yes'], ['malformed_input', '--json takes no value.', undefined]],
    [['--no-draft=yes'], ['malformed_input', '--no-draft takes no value.', undefined]],
  ])('refuses %j', (argv, problem) => {
    expect(read(...argv).problems).toEqual([problem])
  })

  it('does not take a mistyped flag for the value of the flag before it', () => {
    expect(read('--max-items', '--tga', 'home')).toMatchObject({
      words: ['home'],
      given: [],
      problems: [
        ['malformed_input', '--max-items needs a value.', expect.any(String)],
        ['invalid_argument', 'Unknown flag --tga.', 'Did you mean --tag?'],
      ],
    })
  })

  it('stops after so many words and gives the rest back', () => {
    expect(scan(['--json', 'list', '--tag', 'x'], flags, 1)).toMatchObject({
      words: ['list'],
      rest: ['--tag', 'x'],
    })
  })

  it('gives any value back that is joined to its flag', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => void expect(read(`--tag=${text}`).given).toEqual([`tag=${text}`]),
      ),
    )
  })
})
