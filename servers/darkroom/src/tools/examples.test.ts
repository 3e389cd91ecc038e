import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli } from 'toolaccord/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDarkroom } from '../testing/open-darkroom.ts'

const darkroom = await openDarkroom()
const { server } = darkroom.create()
const commands = server
  .tools()
  // The hash of an archive entry is not one that anybody could guess.
  .filter(({ name }) => name !== 'retrieve_content')
  .map(({ name }) => name.replaceAll('_', '-'))

beforeAll(async () => {
  await darkroom.clear()
  for (const name of ['IMG_1234', 'IMG_1235']) {
    await copyFile(join(darkroom.photos, 'grey.dng'), join(darkroom.photos, `${name}.dng`))
    expect(
      await server.call('ingest', { raw_path: join(darkroom.photos, `${name}.dng`) }),
    ).toMatchObject({ ok: true })
  }
})
afterAll(() => darkroom.remove())

async function run(words: readonly string[]) {
  let said = ''
  const output = {
    write(text: string) {
      said += text
    },
  }
  await runCli(server, words, {
    stdout: output,
    stderr: output,
    env: {},
    program: 'darkroom',
    async *stdin() {},
  })
  return said
}

/** Splits a line into words, as a shell does. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

describe('the example in the help', () => {
  it.each(commands)('of %s is a valid command line', async (command) => {
    const help = await run([command, '--help'])
    const line = /Example:\n {2}darkroom (.*)\n/.exec(help)?.[1] ?? ''
    const [first, ...rest] = wordsOf(line)
    expect(first).toBe(command)
    expect(line).not.toMatch(/\b[A-Z]+_[A-Z]+\b|\{\}/)
    expect(
      await server.call('apply_primitive', {
        image_id: 'IMG_1234',
        primitive_name: 'exposure',
        value: 0.5,
      }),
    ).toMatchObject({ ok: true })
    // Its file or proposal need not exist, but all arguments must be valid.
    expect(await run([command, ...rest])).not.toContain('error[invalid_input]')
  })
})

describe('apply-primitive', () => {
  const apply = (...words: readonly string[]) => run(['apply-primitive', 'IMG_1234', ...words])

  it('takes several parameters by their names', async () => {
    const flags = ['--param', 'temp=+0.4', '--param', 'tint=-0.1']
    expect(await apply('--entry', 'temperature', ...flags)).toContain('snapshot_hash')
    expect(await server.call('log', { image_id: 'IMG_1234', limit: 1 })).toMatchObject({
      data: [
        { metadata: { move: { primitive_name: 'temperature', value: { temp: 0.4, tint: -0.1 } } } },
      ],
    })
  })

  it('says which flags it wants instead of one value for three parameters', async () => {
    expect(await apply('--entry', 'white_balance', '--value', '0.7')).toContain(
      'Expected --param red=NUMBER --param green=NUMBER --param blue=NUMBER',
    )
  })
})
