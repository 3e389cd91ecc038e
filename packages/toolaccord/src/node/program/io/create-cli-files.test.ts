import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { createCliFiles } from './create-cli-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolaccord-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const { signal } = new AbortController()
const files = createCliFiles(signal)

describe('files of this machine', () => {
  it('are read as UTF-8, up to a number of bytes', async () => {
    writeFileSync(at('a.txt'), '\ufeffé!')
    expect(await files.read(at('a.txt'), 6)).toEqual({ text: 'é!' })
    expect(await files.read(at('a.txt'), 5)).toEqual({ fault: 'too_large' })
    writeFileSync(at('bytes'), Buffer.from([0x61, 0xff]))
    expect(await files.read(at('bytes'), 10)).toEqual({ fault: 'not_text' })
    writeFileSync(at('empty'), '')
    expect(await files.read(at('empty'), 10)).toEqual({ text: '' })
  })

  it('are not read for ever if they have no end', async () => {
    expect(await files.read('/dev/zero', 1000)).toEqual({ fault: 'too_large' })
  })

  it('give the reason why they cannot be read', async () => {
    mkdirSync(at('folder'))
    expect(await files.read(at('folder'), 10)).toEqual({ fault: 'folder' })
    expect(await files.read(at('none'), 10)).toEqual({ fault: 'missing' })
    expect(await files.read(at('a.txt/x'), 10)).toEqual({ fault: 'missing' })
    expect(await files.read('a\0b', 10)).toEqual({ fault: 'failed' })
  })

  it.skipIf(process.getuid?.() === 0)('give the reason if they may not be read', async () => {
    writeFileSync(at('secret'), 'x')
    chmodSync(at('secret'), 0)
    expect(await files.read(at('secret'), 10)).toEqual({ fault: 'forbidden' })
  })

  it('are written, and overwritten only when that is wanted', async () => {
    expect([
      await files.exists(at('new')),
      await files.write(at('new'), 'one', false),
      await files.exists(at('new')),
    ]).toEqual([false, undefined, true])
    expect(await files.write(at('new'), 'two', false)).toBe('exists')
    expect(readFileSync(at('new'), 'utf8')).toBe('one')
    expect(await files.write(at('new'), 'two', true)).toBe(undefined)
    expect(readFileSync(at('new'), 'utf8')).toBe('two')
  })

  it('give the reason why they cannot be written', async () => {
    expect(await files.write(at('nowhere/new'), 'x', false)).toBe('missing')
    expect(await files.write(folder, 'x', true)).toBe('folder')
    expect(await files.write('/dev/full', 'x', true)).toBe('too_large')
  })
})

describe('standard input', () => {
  it('is read as a whole, up to a number of bytes', async () => {
    const pieces = () =>
      Readable.from([Buffer.from([0xc3]), Buffer.from([0xa9]), Buffer.from('!')], {
        objectMode: false,
      })
    expect(await createCliFiles(signal, pieces()).read('-', 3)).toEqual({ text: 'é!' })
    expect(await createCliFiles(signal, pieces()).read('-', 2)).toEqual({ fault: 'too_large' })
  })

  it('is not waited for once the run is interrupted', async () => {
    const controller = new AbortController()
    const read = createCliFiles(controller.signal, new PassThrough()).read('-', 10)
    controller.abort()
    expect(await read).toEqual({ fault: 'failed' })
  })
})
