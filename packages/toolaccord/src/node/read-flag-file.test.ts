import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFlags } from '../flags/create-flags.ts'
import { defineFlags } from '../flags/define-flags.ts'
import { readFlagFile } from './read-flag-file.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolaccord-'))
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

async function written(text: string | Uint8Array): Promise<string> {
  const path = join(folder, 'flags.json')
  await writeFile(path, text)
  return path
}

describe('a flag file', () => {
  it('gives overrides for flags', async () => {
    const file = await readFlagFile(
      await written(
        '\uFEFF{ "server": { "search": true }, "clients": { "ada": { "search": false } } }',
      ),
    )
    const flags = createFlags(
      defineFlags({
        search: { summary: 'Searches better.', state: 'beta', owner: 'ada', default: false },
      }),
      { file },
    )
    expect([flags.isOn('search'), flags.isOn('search', { caller: { id: 'ada' } })]).toEqual([
      true,
      false,
    ])
  })

  it('may hold up to 1 MB', async () => {
    const filled = (bytes: number) => written(`{}${' '.repeat(bytes - 2)}`)
    expect(await readFlagFile(await filled(1_048_576))).toEqual({})
    await expect(readFlagFile(await filled(1_048_577))).rejects.toThrow(
      /is larger than 1048576 bytes\.$/,
    )
  })

  it.each([
    ['{ oops', /^The flag file .*flags\.json is not JSON\.$/],
    ['[]', /^The flag file .*flags\.json: must be one object/],
    [
      '{ "server": { "search": "on" } }',
      /^The flag file .*flags\.json: 'search' of server must be true or false\.$/,
    ],
  ])('is refused when it holds %s', async (text, message) => {
    await expect(readFlagFile(await written(text))).rejects.toThrow(message)
  })

  it('is refused when it is not there, or is a folder', async () => {
    await expect(readFlagFile(join(folder, 'missing.json'))).rejects.toThrow(
      /cannot be read: ENOENT/,
    )
    await expect(readFlagFile(folder)).rejects.toThrow(/cannot be read: EISDIR/)
  })
})
