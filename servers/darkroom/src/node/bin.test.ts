import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
beforeAll(() => darkroom.clear())
afterAll(() => darkroom.remove())

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Answer {
  readonly id: number
  readonly result: { readonly tools?: readonly unknown[] }
}

interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the built command. */
function run(
  args: readonly string[],
  { input = '', cwd = darkroom.photos, env = {} }: RunOptions = {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../bin/darkroom.js'), '--workspace', darkroom.root, ...args],
    {
      cwd,
      env: { ...process.env, DARKROOM_TASTES: darkroom.tastes, DARKROOM_SESSION: 'shell', ...env },
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

describe('the command', () => {
  it('edits an image from one process to the next, and finds the image of its folder', async () => {
    expect(await run(['ingest', 'grey.dng', '--json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"image_id":"grey"'),
    })
    expect(
      await run(['apply-primitive', 'grey', '--entry', 'exposure', '--value', '0.7']),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining('snapshot_hash') })
    expect(
      await run(['get-state', '.', '--json'], { cwd: join(darkroom.root, 'grey', 'previews') }),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining('"entry_count":1') })
    const batch = await run(['get-state', '--stdin', '--json'], { input: 'grey\nnone\n' })
    expect([batch.code, batch.stdout.split('\n').length, batch.stderr]).toEqual([
      3,
      2,
      expect.stringContaining('not_found'),
    ])
    const transcript = join(darkroom.root, 'grey', 'sessions', 'shell.jsonl')
    const lines = (await readFile(transcript, 'utf8')).trim().split('\n')
    const kinds = lines.map((line) => (JSON.parse(line) as { readonly kind: string }).kind)
    expect([kinds[0], kinds.at(-1)]).toEqual(['header', 'footer'])
    expect(kinds.filter((kind) => kind === 'header')).toHaveLength(1)
  }, 60_000)

  it('has commands for the operator', async () => {
    expect(await run(['session-log', 'list', '--image', 'grey'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^SESSION_ID[^]*shell/),
    })
    expect(await run(['vocab', 'shwo', 'exposure'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("'vocab show'"),
    })
    expect(await run(['cache', 'clear'])).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await run(['cache', 'clear', '--yes'])).toMatchObject({ code: 0 })
    expect(await run(['--pack', '/nowhere', 'status'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere/manifest.json'),
    })
  }, 60_000)

  it('has the exit codes of its contract', async () => {
    const codes = async (...args: readonly string[]) => (await run(args)).code
    expect(await codes('apply-primitive', 'grey', '--entry', 'exposure', '--value', '99')).toBe(2)
    expect(await codes('apply-primitive', 'grey', '--entry', 'expsure')).toBe(3)
    expect(await codes('ingest', 'grey.dng')).toBe(4)
    expect(await codes('checkout', 'grey', 'nowhere')).toBe(5)
    expect(
      (await run(['render-preview', 'grey'], { env: { DARKTABLE_CLI: '/nowhere' } })).code,
    ).toBe(6)
    const crop = ['apply-primitive', 'grey', '--entry', 'crop', '--param', 'left=0.1']
    expect(await codes(...crop, '--mask-spec', '{"dt_form": "circle"}')).toBe(7)
    expect((await run(['serve', '--port', 'x'])).code).toBe(2)
    expect(await run(['serve', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--stdio'),
    })
  }, 60_000)

  it('serves MCP over its pipes', async () => {
    const request = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    }
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }
    const { code, stdout } = await run(['serve', '--stdio'], {
      input: `${JSON.stringify(request)}\n${JSON.stringify(list)}\n`,
    })
    expect(code).toBe(0)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
    expect(answers.find(({ id }) => id === 2)?.result.tools).toHaveLength(30)
  }, 60_000)
})
