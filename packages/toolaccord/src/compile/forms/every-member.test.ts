import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { definePrompt } from '../../define/prompt.ts'
import { defineResource } from '../../define/resource.ts'
import { type AnyTool, type ToolInit, defineTool } from '../../define/tool.ts'
import { silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import type { Schema } from '../../schema/schema.ts'
import { defineServer } from '../../server.ts'
import { DefinitionError } from '../definition-error.ts'
import type { ServerInit } from './server-init.ts'

type AnyRecord = Readonly<Record<string, unknown>>

/** A tool that has every property, and every property of each. */
const wholeTool = {
  name: 'note_add',
  title: 'Add a note',
  summary: 'Add a note.',
  description: 'More.',
  input: z.object({ id: z.string(), old: z.string().optional() }),
  output: z.object({ items: z.array(z.object({ id: z.string() })), id: z.string() }),
  effect: 'write',
  codes: ['gone'],
  rest: { method: 'POST', path: '/notes/:id', body: 'old', created: '/notes/:id' },
  cli: {
    group: 'note',
    positionals: ['id'],
    flags: { old: 'former' },
    files: { old: JSON.parse },
    output: 'id',
    outputArguments: { old: 'x' },
  },
  timeoutMs: 500,
  fidelity: {
    budget: 5000,
    items: [
      {
        path: 'items',
        id: 'id',
        priority: () => 1,
        protected: () => true,
        summarise: (item: unknown) => item,
        atLeast: 1,
      },
    ],
  },
  consent: 'ADD_NOTE',
  prepare: () => ({}),
  scopes: ['notes:write'],
  prefix: 'own',
  formerly: [{ name: 'add', since: '1', removeIn: '2' }],
  deprecated: { since: '1', use: 'other', removeIn: '2' },
  deprecatedArguments: { old: { since: '1', use: 'id', removeIn: '2' } },
  deprecatedValues: { old: { x: { since: '1', use: 'y', removeIn: '2' } } },
  openWorld: true,
  interactive: true,
  attaches: true,
  meta: { ui: {} },
  run: () => ok({ items: [], id: 'n1' }),
}

const wholePrompt = {
  name: 'summarise',
  title: 'Summarise',
  summary: 'Summarise a note.',
  arguments: { id: { summary: 'Which.', required: true, complete: () => [] } },
  write: () => [],
}

const wholeResource = {
  uri: 'notes://{id}',
  path: '/texts/:id',
  name: 'note',
  title: 'Note',
  summary: 'A note.',
  mimeType: 'text/plain',
  meta: { ui: {} },
  complete: { id: () => [] },
  read: () => undefined,
}

const wholeServer = {
  name: 'notes',
  version: '1.0.0',
  summary: 'Notes.',
  instructions: 'Read first.',
  contractFor: undefined,
  codes: {
    gone: {
      kind: 'not_found',
      summary: 'It is gone.',
      message: 'It is gone.',
      hint: 'Look.',
      status: 410,
      exit: 3,
      deprecated: { since: '1', use: 'NOT_FOUND', removeIn: '2' },
    },
  },
  toolSets: { core: ['note_add'] },
  policies: [
    { name: 'own', covers: () => true, around: (_: unknown, next: () => unknown) => next() },
  ],
  prefix: 'my',
  consent: { mode: 'ask', expiresMs: 1000, unattended: ['note_add'], now: Date.now },
  limits: { timeoutMs: 1000, depth: 5, bodyBytes: 1000 },
  log: silentLog,
  newId: () => 'r1',
  env: {},
}

interface Parts {
  readonly tool: AnyRecord
  readonly prompt: AnyRecord
  readonly resource: AnyRecord
  readonly server: AnyRecord
}

const whole: Parts = {
  tool: wholeTool,
  prompt: wholePrompt,
  resource: wholeResource,
  server: wholeServer,
}

function faultsOf(parts: Parts): readonly string[] {
  // The casts let through what JavaScript would.
  const tool = defineTool(parts.tool as unknown as ToolInit<string, Schema, Schema, string>)
  const init = {
    tools: [tool],
    prompts: [definePrompt(parts.prompt as never)],
    resources: [defineResource(parts.resource as never)],
    ...parts.server,
  }
  try {
    defineServer(init as unknown as ServerInit<readonly AnyTool[]>)
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.faults
  }
}

/** Values that authors choose freely, which the framework passes on as they are. */
const free = /^(meta|cli\.outputArguments|env)\.|^toolSets|^codes\.gone\.kind/

interface Leaf {
  readonly part: keyof Parts
  readonly path: readonly (string | number)[]
  /** As a message names it. */
  readonly place: string
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object)

/** Every value of a definition that is not an object or array, with where it is. */
function leavesOf(part: keyof Parts): readonly Leaf[] {
  const leaves: Leaf[] = []
  function walk(value: unknown, path: readonly (string | number)[], place: string): void {
    if (free.test(place)) return
    if (!isPlain(value)) {
      if (value !== undefined) leaves.push({ part, path, place })
      return
    }
    for (const [name, member] of Object.entries(value)) {
      const at = Array.isArray(value) ? `${place}[${name}]` : `${place}.${name}`
      walk(member, [...path, name], at.replace(/^\./, ''))
    }
  }
  walk(whole[part], [], '')
  return leaves
}

const leaves = (['tool', 'prompt', 'resource', 'server'] as const).flatMap(leavesOf)
// Without a name a tool is called by its index.
const inMessage: Readonly<Record<keyof Parts, string>> = {
  tool: 'tool',
  prompt: 'prompts[0].',
  resource: 'resources[0].',
  server: '',
}

/** The value with another one at a place. */
function put(value: unknown, [name, ...rest]: Leaf['path'], wrong: unknown): unknown {
  if (name === undefined) return wrong
  const copy: Record<string, unknown> = { ...(value as AnyRecord) }
  copy[name] = put(copy[name], rest, wrong)
  return Array.isArray(value) ? Object.values(copy) : copy
}

const spoil = (parts: Parts, { part, path }: Leaf, wrong: unknown): Parts => ({
  ...parts,
  [part]: put(parts[part], path, wrong),
})

/** True if a fault is about a value: its place stands before the first colon. */
const isAbout = (fault: string, { part, place }: Leaf): boolean => {
  const where = part === 'tool' ? ` ${place}: ` : `${inMessage[part]}${place}: `
  return part === 'tool' ? fault.includes(where) : fault.startsWith(where)
}

describe('every property of a definition', () => {
  it('is accepted as it should be', () => {
    expect(faultsOf(whole)).toEqual([])
  })

  it.each(leaves)('is refused if it has a wrong type: $part $place', (leaf) => {
    const faults = faultsOf(spoil(whole, leaf, Symbol('wrong')))
    expect(faults.filter((fault) => isAbout(fault, leaf))).toHaveLength(1)
  })

  it('is named with all others that are wrong', () => {
    const some = fc.uniqueArray(fc.constantFrom(...leaves), {
      minLength: 2,
      maxLength: 6,
      selector: ({ part, path }) => `${part} ${path[0]}`,
    })
    fc.assert(
      fc.property(some, (chosen) => {
        const parts = chosen.reduce((made, leaf) => spoil(made, leaf, Symbol('wrong')), whole)
        const faults = faultsOf(parts)
        for (const leaf of chosen) {
          expect([leaf.place, faults.filter((fault) => isAbout(fault, leaf)).length]).toEqual([
            leaf.place,
            1,
          ])
        }
      }),
    )
  })
})
