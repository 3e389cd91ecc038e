import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { mcpGuideContract } from '../../contracts/mcp-guide/contract.ts'
import { defineTool } from '../../define/tool.ts'
import { type Logger, silentLog } from '../../log/log.ts'
import { ok } from '../../outcome/outcome.ts'
import { defineServer } from '../../server.ts'
import type { ConsentOptions } from './create-consent.ts'

const define = (name: string, effect: 'read' | 'destroy') =>
  defineTool({
    name,
    summary: 'Do it.',
    output: z.object({}),
    effect,
    run: () => ok({}),
  })

interface Given {
  readonly env?: Record<string, string>
  readonly consent?: ConsentOptions
  readonly contract?: typeof mcpGuideContract
}

function serve({ env = {}, ...more }: Given) {
  const warned: string[] = []
  const log: Logger = {
    ...silentLog,
    warn(message) {
      warned.push(message)
    },
  }
  const tools = [define('wipe', 'destroy'), define('clear', 'destroy'), define('look', 'read')]
  const server = defineServer({ name: 's', version: '1', tools, log, env, ...more })
  const call = async (name: string) => (await server.callByName(name)).ok
  return { server, warned, call }
}

describe('an unattended run', () => {
  it.each<[string, Given]>([
    ['the environment', { env: { TOOLACCORD_UNATTENDED: ' wipe ,' } }],
    ['an option', { consent: { unattended: ['wipe'] } }],
    [
      'the environment over an option',
      { env: { TOOLACCORD_UNATTENDED: 'wipe' }, consent: { unattended: ['clear'] } },
    ],
    [
      'the environment in every mode',
      { env: { TOOLACCORD_UNATTENDED: 'wipe' }, consent: { mode: 'ask' } },
    ],
  ])('is allowed for the tools that %s names, and each call is logged', async (_, given) => {
    const { call, warned } = serve(given)
    expect(warned).toEqual([])
    expect([await call('wipe'), await call('clear')]).toEqual([true, false])
    expect(warned).toEqual(['wipe runs without the consent of a user, as its server is set to'])
  })

  it('is not what a caller can ask for', async () => {
    const { server } = serve({})
    const args = { unattended: true, TOOLACCORD_UNATTENDED: 'wipe' }
    expect(await server.callByName('wipe', args)).toMatchObject({ ok: false })
  })

  it('of a tool that does not exist is told at the start', () => {
    const { warned } = serve({ env: { TOOLACCORD_UNATTENDED: 'wip,look' } })
    expect(warned).toEqual([
      "TOOLACCORD_UNATTENDED: there is no tool 'wip'; did you mean 'wipe'?",
      "TOOLACCORD_UNATTENDED: the tool 'look' needs no consent",
    ])
    expect(() => serve({ consent: { unattended: ['nothing_like_it'] } })).toThrow(
      "consent.unattended: there is no tool 'nothing_like_it'",
    )
  })
})

describe('the mode of a server', () => {
  const schemaOf = (given: Given) =>
    serve(given).server.tools()[0]?.inputSchema.properties?.explicit_action

  it('is to ask or to hand out a code, and the literal with the contract of its source', () => {
    expect(schemaOf({})).not.toHaveProperty('const')
    expect(schemaOf({ contract: mcpGuideContract })).toHaveProperty('const', 'WIPE')
    const asked = { contract: mcpGuideContract, consent: { mode: 'ask-or-code' } } as const
    expect(schemaOf(asked)).not.toHaveProperty('const')
  })

  it('is what whoever runs the server says', () => {
    const env = { TOOLACCORD_CONSENT: 'literal' }
    expect(schemaOf({ env, consent: { mode: 'ask' } })).toHaveProperty('const', 'WIPE')
    expect(() => serve({ env: { TOOLACCORD_CONSENT: 'never' } })).toThrow(
      "TOOLACCORD_CONSENT: 'never' must be one of ask-or-code, literal, ask",
    )
  })
})
