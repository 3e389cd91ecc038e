import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from '../../../contracts/chemigram/contract.ts'
import { type ParameterSet, defineParameters } from '../../../define/parameters.ts'
import { defineTool } from '../../../define/tool.ts'
import { withParameters } from '../../../define/with-parameters.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { readTarget } from '../read/read-command-line.ts'
import { noColours } from '../render/colours.ts'
import { widthOf } from '../render/width-of.ts'
import { toHelp } from './to-help.ts'

const search = defineTool({
  name: 'search_notes',
  summary: 'Find notes.',
  description:
    'Searches titles first.\n\nThen it searches everything else, which takes longer ' +
    'and may give more than anybody wants to read.',
  input: z.object({
    query: z.string().min(1).describe('What to look for'),
    folders: z.array(z.string()).optional().describe('Where to look'),
    sort: z.enum(['asc', 'desc']).default('asc').describe('The order'),
    archived: z.boolean().default(false).describe('Old ones too'),
    size: z.int().min(1).max(50),
    filter: z.object({ since: z.iso.date().optional().describe('Not older') }).optional(),
  }),
  output: z.object({}),
  effect: 'read',
  codes: ['index_missing'],
  cli: { positionals: ['query', 'folders'], flags: { size: 'max' } },
  run: () => ok({}),
})

const parametric = <Name extends string>(name: Name, set: ParameterSet | (() => ParameterSet)) =>
  defineTool({
    name,
    summary: 'Apply.',
    input: withParameters(z.object({}), set),
    output: z.object({}),
    effect: 'write',
    run: () => ok({}),
  })

const one = defineParameters({
  ev: { range: [-3, 3], default: 0, unit: 'EV', summary: 'Exposure' },
})
const two = defineParameters({ temp: { range: [-1, 1], default: 0 }, tint: { range: [-1, 1] } })

const server = defineServer({
  name: 'notes',
  version: '2.0.0',
  summary: 'A notebook.',
  codes: {
    index_missing: {
      kind: 'unavailable',
      exit: 42,
      summary: 'There is no index.',
      hint: 'Build it.',
    },
  },
  tools: [
    search,
    parametric('expose', one),
    parametric('balance', two),
    parametric('apply', () => two),
  ],
})

function help(word?: string, room = 100) {
  const { target } = readTarget(server, () => word)
  return toHelp(server, target, { program: 'notes', room, colours: noColours })
}

describe('help on a server', () => {
  it('lists its commands and the flags that every command has', () => {
    expect(help()).toMatchInlineSnapshot(`
      "notes 2.0.0: A notebook.

      Usage:
        notes <command> [flags]

      Commands:
        search-notes  Find notes.
        expose        Apply.
        balance       Apply.
        apply         Apply.
        help          Explain a command.
        completion    Print a completion script for a shell.

      Flags of every command:
        -h, --help             Explain the command and stop.
        -V, --version          Print the version of the server and stop.
        --json                 Print the answer as one envelope.
        --ndjson               Print events, one JSON object per line; the last holds the envelope.
        --dialect NAME         The dialect of the envelope; prints JSON. [chemigram, dtpr, mcp-guide,
                               response-v2]
        --stdin                Make one call per line of standard input: a JSON object of arguments, or
                               text for the first argument.
        -q, --quiet            Print no notes and no progress.
        -v, --verbose          Print the log and every note.
        --timeout MS           Stop waiting after so many milliseconds.
        --budget TOKENS        Leave things out of an answer that has more tokens, and say how to get
                               them.
        --request-id ID        Name the call in logs and answers.
        --idempotency-key KEY  Run at most once under this key, however often it is retried.
        -y, --yes              Agree to what the command asks before it destroys something.
        --color, --no-color    Use colour, or do not; decided by the terminal, NO_COLOR and FORCE_COLOR
                               when absent.

      'notes help <command>' explains a command.
      "
    `)
  })
})

describe('help on a command', () => {
  it('teaches usage, arguments, flags, codes and an example', () => {
    expect(help('search-notes')).toMatchInlineSnapshot(`
      "Usage:
        notes search-notes <query> [folders...] [flags]

      Find notes.

      Searches titles first.

      Then it searches everything else, which takes longer and may give more than anybody wants to read.

      Arguments:
        <query>       What to look for [string (at least 1 character); required; also --query]
        [folders...]  Where to look [array of string; also --folders]

      Flags:
        --sort asc|desc            The order ['asc' or 'desc'; default "asc"]
        --archived, --no-archived  Old ones too [true or false; default false]
        --max NUMBER               [integer from 1 to 50; required]
        --filter JSON              [object { since? }]
        --filter.since TEXT        Not older [a date, such as 2026-01-31]

      Every command has --help, --version, --json, --ndjson, --dialect, --stdin, --quiet, --verbose,
      --timeout, --budget, --request-id, --idempotency-key, --yes, --color too; 'notes --help' explains
      them.

      Codes it may fail with:
        index_missing     unavailable, exit 42. There is no index. Build it.
        MISSING_REQUIRED  validation, exit 2. A required field was not provided.
        VALIDATION_ERROR  validation, exit 2. Generic input validation failure.
        INVALID_FORMAT    validation, exit 2. Malformed input: a wrong type, bad JSON.
        TIMEOUT           unavailable, exit 15. The call ran out of time.
        INTERNAL_ERROR    internal, exit 1. An unexpected fault of the server.

      Example:
        notes search-notes QUERY --max 1
      "
    `)
  })

  it('says how one parameter is given', () => {
    expect(help('expose')).toContain(
      '  --value NUMBER       Exposure, in EV [number from -3 to 3; default 0]\n',
    )
    expect(help('expose')).toContain(
      '  --param NAME=NUMBER  A parameter by its name. [repeatable]\n',
    )
    expect(help('expose')).toContain('notes expose --value 0\n')
  })

  it('says how several parameters are given, and offers no scalar', () => {
    expect(help('balance')).toContain(
      '  --param temp=NUMBER  temp [number from -1 to 1; default 0]\n',
    )
    expect(help('balance')).toContain(
      '  --param tint=NUMBER  tint [number from -1 to 1; required]\n',
    )
    expect(help('balance')).not.toContain('--value')
    expect(help('balance')).toContain('notes balance --param temp=0 --param tint=1\n')
  })

  it('offers both forms if another argument decides', () => {
    expect(help('apply')).toContain(
      '  --value NUMBER       The value, if there is one parameter.\n',
    )
    expect(help('apply')).toContain(
      '  --param NAME=NUMBER  A parameter by its name. [repeatable]\n',
    )
  })

  it('keeps within the width of the terminal', () => {
    for (const word of [undefined, 'search-notes', 'expose']) {
      for (const line of help(word, 60).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(60)
    }
  })

  it('shows every kind that one code of a contract has', () => {
    const ping = defineTool({
      name: 'ping',
      summary: 'Ping.',
      output: z.object({}),
      effect: 'read',
      codes: ['state_error'],
      run: () => ok({}),
    })
    const other = defineServer({
      name: 'other',
      version: '1.0.0',
      contract: chemigramContract,
      tools: [ping],
    })
    const { target } = readTarget(other, () => 'ping')
    const text = toHelp(other, target, { program: 'other', room: 100, colours: noColours })
    expect(text.match(/ {2}state_error .*/g)).toEqual([
      expect.stringContaining('conflict, exit 4.'),
      expect.stringContaining('unavailable, exit 4.'),
    ])
  })

  it('sets headings apart on a terminal with colour', () => {
    expect(
      toHelp(server, undefined, {
        program: 'notes',
        room: 100,
        colours: { ...noColours, bold: (text) => `<${text}>` },
      }),
    ).toContain('<Usage:>\n')
  })
})
