import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flag } from '../commands/flags.ts'
import { Scan } from './scan.ts'

const tag: Flag = { name: 'tag', placeholder: 'TEXT', summary: '' }
const json: Flag = { name: 'json', short: 'j', summary: '' }
const flags: readonly Flag[] = [
  tag,
  { name: 'max-items', placeholder: 'NUMBER', summary: '' },
  { name: 'draft', negatable: true, summary: '' },
  json,
]

const givenTo = (scan: Scan) => scan.given.map(({ flag, text }) => `${flag.name}=${text}`)

function read(...argv: string[]) {
  const scan = new Scan(argv, flags)
  return {
    words: scan.readRest(),
    given: givenTo(scan),
    problems: scan.problems.map(({ reason, message, hint }) => [reason, message, hint]),
  }
}

const needsValue = [
  'malformed_input',
  '--tag needs a value.',
  'Give it as --tag TEXT, or as --tag=TEXT when it starts with a dash.',
]

describe('scanning a command line', () => {
  it('separates words, values and switches', () => {
    expect(read('a', '--tag', 'x', 'b', '--tag=y=z', '--draft', '-j')).toEqual({
      words: ['a', 'b'],
      given: ['tag=x', 'tag=y=z', 'draft=true', 'json=true'],
      problems: [],
    })
  })

  it('turns a switch off', () => {
    expect(read('--no-draft', '--draft=false').given).toEqual(['draft=false', 'draft=false'])
  })

  it('takes negative numbers and lone dashes as words and as values', () => {
    expect(read('-1', '-.5', '-', '--max-items', '-3', '--tag', '-x', '--tag', '-')).toEqual({
      words: ['-1', '-.5', '-'],
      given: ['max-items=-3', 'tag=-x', 'tag=-'],
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

  it('takes an empty word', () => {
    expect(read('').words).toEqual([''])
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
    [['-ta'], ['invalid_argument', 'Unknown flag -ta.', 'Did you mean --tag?']],
    [['-json'], ['invalid_argument', 'Unknown flag -json.', 'Did you mean --json?']],
    [['--j'], ['invalid_argument', 'Unknown flag --j.', 'Use --help to see every flag.']],
    [['-x'], ['invalid_argument', 'Unknown flag -x.', 'Use --help to see every flag.']],
    [['-t'], ['invalid_argument', 'Unknown flag -t.', 'Use --help to see every flag.']],
    [['--no-tag'], ['invalid_argument', 'Unknown flag --no-tag.', 'Use --help to see every flag.']],
    [['--tag'], needsValue],
    [['--tag', '--draft'], needsValue],
    [['--tag', '-j'], needsValue],
    [['--tag', '--'], needsValue],
    [['--json=yes'], ['malformed_input', '--json takes no value.', undefined]],
    [['--no-draft=yes'], ['malformed_input', '--no-draft takes no value.', undefined]],
  ])('refuses %j', (argv, problem) => {
    expect(read(...argv).problems).toEqual([problem])
  })

  it('does not take a mistyped flag for the value of the flag before it', () => {
    expect(read('--max-items', '--tga', 'home')).toEqual({
      words: ['home'],
      given: [],
      problems: [
        ['malformed_input', '--max-items needs a value.', expect.any(String)],
        ['invalid_argument', 'Unknown flag --tga.', 'Did you mean --tag?'],
      ],
    })
  })

  it('reads a flag that another flag was not given', () => {
    expect(read('--tag', '-j', 'x')).toMatchObject({ words: ['x'], given: ['json=true'] })
  })

  it('offers the flag of an argument, if their names differ', () => {
    const entry = { name: 'entry', argument: 'primitive_name', placeholder: 'TEXT', summary: '' }
    const scan = new Scan(['--primitive-name', 'x', '--primitiveName'], [entry])
    scan.readRest()
    expect(scan.problems.map(({ hint }) => hint)).toEqual([
      'Did you mean --entry?',
      'Did you mean --entry?',
    ])
  })

  describe('with an argument that is named like a flag of every command', () => {
    const verbose = { name: 'verbose', short: 'v', summary: '' }
    const own = { name: 'arg-verbose', argument: 'verbose', negatable: true, summary: '' }
    const count = { name: 'arg-json', argument: 'json', placeholder: 'N', summary: '' }

    it.each([
      ['--no-verbose', 'Did you mean --no-arg-verbose?'],
      ['--no_verbose', 'Did you mean --no-arg-verbose?'],
      ['--verbose=false', "The argument 'verbose' is --arg-verbose or --no-arg-verbose."],
      ['--json=3', "The argument 'json' is --arg-json N."],
      ['--no-json', 'Leave --json out: it is off unless it is given.'],
    ])('says after %s which flag gives the argument', (token, hint) => {
      const scan = new Scan([token], [verbose, json, own, count])
      scan.readRest()
      expect(scan.problems.map((problem) => problem.hint)).toEqual([hint])
    })
  })

  it('does not offer a switch to somebody who turns it off', () => {
    expect(read('--no-json').problems).toEqual([
      [
        'invalid_argument',
        'Unknown flag --no-json.',
        'Leave --json out: it is off unless it is given.',
      ],
    ])
  })

  it('gives any value back that is joined to its flag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(`--tag=${text}`).given).toEqual([`tag=${text}`])
      }),
    )
  })
})

describe('scanning word by word', () => {
  it('goes on where it stopped', () => {
    const scan = new Scan(['-j', 'list', '--tag', 'x', 'a', 'b', '-j'], flags)
    expect([scan.nextWord(), givenTo(scan)]).toEqual(['list', ['json=true']])
    expect([scan.nextWord(), givenTo(scan)]).toEqual(['a', ['json=true', 'tag=x']])
    expect([scan.readRest(), givenTo(scan)]).toEqual([['b'], ['json=true', 'tag=x', 'json=true']])
    expect([scan.nextWord(), scan.readRest()]).toEqual([undefined, []])
  })

  it('knows further flags from where it learnt them', () => {
    const scan = new Scan(['--tag', 'list', '--tag', 'x', '-j'], [json])
    expect(scan.nextWord()).toBe('list')
    scan.learn([tag])
    expect(scan.readRest()).toEqual([])
    expect(givenTo(scan)).toEqual(['tag=x', 'json=true'])
    expect(scan.problems).toMatchObject([{ message: 'Unknown flag --tag.' }])
  })

  it('asks for a derived flag only if it knows none', () => {
    const scan = new Scan(['--tag', 'x', '--else', 'y'], [tag])
    scan.learn([], (token) => ({ name: `derived from ${token}`, placeholder: 'V', summary: '' }))
    scan.readRest()
    expect(givenTo(scan)).toEqual(['tag=x', 'derived from --else=y'])
  })
})
