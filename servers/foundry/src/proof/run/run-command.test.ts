import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createOutput } from './create-output.ts'
import { type CommandRequest, runCommand } from './run-command.ts'
import { toSafeEnvironment } from './to-safe-environment.ts'

let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'foundry-run-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (command: string, more: Partial<CommandRequest> = {}) =>
  runCommand({ command, cwd: root, timeoutMs: 30_000, env: process.env, ...more })

const isAlive = (pid: number) => {
  try {
    // A zombie has ended; only its number is still there.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until a process is gone, because the kernel takes a moment after the signal. */
async function expectGone(pid: number) {
  await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false)
}

describe('a command that ends by itself', () => {
  it('gives its exit code and both streams in the order in which they were printed', async () => {
    const result = await run('echo one; echo two >&2; echo three; exit 3')
    expect(result).toMatchObject({ ended: 'exited', exitCode: 3, signal: null, timedOut: false })
    expect(result.output).toBe('one\ntwo\nthree\n')
    expect(result.outputBytes).toBe(14)
    expect(result.outputHash).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it('may open its streams by their names', async () => {
    const result = await run('echo one > /dev/stderr; echo two | tee /dev/stdout; echo three >&2')
    expect(result).toMatchObject({ exitCode: 0, output: 'one\ntwo\ntwo\nthree\n' })
  })

  it('leaves no file and no open pipe behind', async () => {
    const temporary = join(root, 'temporary')
    mkdirSync(temporary)
    vi.stubEnv('TMPDIR', temporary)
    await run('echo one')
    expect(readdirSync(temporary)).toEqual([])
    const before = readdirSync('/proc/self/fd').length
    await Promise.all(Array.from({ length: 10 }, () => run('echo one')))
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10)
    vi.stubEnv('TMPDIR', join(root, 'gone'))
    expect(await run('echo one')).toMatchObject({ ended: 'not_started', exitCode: null })
  })

  it('runs in the given folder, and its standard input is empty', async () => {
    const { output } = await run('pwd -P; wc -c')
    expect(output.split('\n').map((line) => line.trim())).toEqual([root, '0', ''])
  })

  it('sees no variable but those that are safe or named', async () => {
    const env = { PATH: process.env.PATH, SECRET_TOKEN: 's3cret', NODE_OPTIONS: '--x', DB: 'test' }
    const { output } = await run('env', { env, envNames: ['DB'] })
    expect(output).not.toContain('s3cret')
    const names = output.split('\n').map((line) => line.split('=')[0])
    const shells = new Set(['', 'PWD', 'OLDPWD', 'SHLVL', '_'])
    const seen = names.filter((name) => !shells.has(name ?? '')).toSorted()
    expect(seen).toEqual(['CI', 'DB', 'NO_COLOR', 'PATH', 'TERM'])
    expect(toSafeEnvironment(env)).not.toHaveProperty('DB')
  })

  it('prints plain text: codes for terminals are taken out, broken UTF-8 is replaced', async () => {
    const { output } = await run(
      String.raw`printf '\033[31mred\033[0m \033]0;title\007x \377 \303'; printf '\251'; printf '\010!'`,
    )
    expect(output).toBe('red x \uFFFD é!')
  })

  it('reports what it prints while it runs', async () => {
    const parts: string[] = []
    await run('echo a; sleep 0.2; echo b', { onOutput: (text) => parts.push(text) })
    expect(parts.join('')).toBe('a\nb\n')
    expect(parts.length).toBeGreaterThan(1)
  })

  it('is not waited for if it leaves a daemon that keeps the output open', async () => {
    const result = await run('setsid sleep 60 & echo $!; sleep 0.3', { timeoutMs: 20_000 })
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
    const daemon = Number(result.output)
    expect(daemon).toBeGreaterThan(1)
    process.kill(daemon, 'SIGKILL')
  })

  it('leaves nothing of its group running', async () => {
    const result = await run('sleep 60 & echo $!')
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 })
    await expectGone(Number(result.output))
  })

  it('that is killed from outside has a signal and not an exit code', async () => {
    const result = await run('kill -9 $$')
    expect(result).toMatchObject({ ended: 'killed', exitCode: null, signal: 'SIGKILL' })
  })
})

describe('a command that does not end', () => {
  it('is stopped at its time limit', async () => {
    const result = await run('echo begun; sleep 600', { timeoutMs: 300 })
    expect(result).toMatchObject({ ended: 'timeout', timedOut: true, exitCode: null })
    expect(result.output).toBe('begun\n')
  })

  it('is killed with its grandchildren, even if they ignore being asked', async () => {
    const stubborn = `trap '' TERM; (trap '' TERM; echo $$; sleep 600; sleep 600) & wait; sleep 600`
    const result = await run(
      `sh -c '${stubborn.replaceAll("'", String.raw`'\''`)}' & echo $!; wait`,
      {
        timeoutMs: 300,
      },
    )
    expect(result.ended).toBe('timeout')
    const pids = result.output.trim().split('\n').map(Number)
    expect(pids).toHaveLength(2)
    for (const pid of pids) await expectGone(pid)
  })

  it('is stopped if it is not wanted any more, before or while it runs', async () => {
    const controller = new AbortController()
    const running = run('echo go; sleep 600', {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    })
    expect(await running).toMatchObject({ ended: 'aborted', exitCode: null, timedOut: false })
    expect(await run('echo never', { signal: controller.signal })).toMatchObject({
      ended: 'aborted',
      output: '',
    })
  })
})

describe('a command that prints much', () => {
  it('keeps its head and its tail, and a line says what is cut', async () => {
    const { output, outputBytes } = await run('seq 1 100000', { maxOutputBytes: 1000 })
    expect(outputBytes).toBe(588_895)
    expect(output.startsWith('1\n2\n3\n')).toBe(true)
    expect(output.endsWith('99999\n100000\n')).toBe(true)
    expect(output).toContain('\n[587895 bytes cut here]\n')
  })

  it('is stopped long before 1 GB, and what it printed first is kept', async () => {
    const before = process.memoryUsage().rss
    const result = await run('echo first; head -c 1000000000 /dev/zero | tr "\\0" x', {
      maxOutputBytes: 10_000,
      maxPrintedBytes: 8 * 1024 * 1024,
    })
    expect(result).toMatchObject({ ended: 'too_much_output', exitCode: null })
    expect(result.output.startsWith('first\n')).toBe(true)
    expect(result.output.length).toBeLessThan(11_000)
    expect(result.outputBytes).toBeLessThan(9 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('keeps everything that fits, and never half a character', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 2, max: 80 }), (parts, limit) => {
        const plain = parts.map((part) => part.replace(/[\p{Cc}\p{Cs}]/gu, ''))
        const all = plain.join('')
        const output = createOutput(limit)
        for (const part of plain) output.write(Buffer.from(part))
        const kept = output.end()
        const size = Buffer.byteLength(all)
        if (size <= 2 * Math.floor(limit / 2)) {
          expect(kept).toBe(all)
          return
        }
        const [head = '', tail = ''] = kept.split(/\n\[\d+ bytes cut here\]\n/)
        expect(all.startsWith(head)).toBe(true)
        expect(all.endsWith(tail)).toBe(true)
      }),
    )
  })

  it('gives the same text however its bytes are cut into parts', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      '😀',
      '\u001B[1m',
      '\u001B]8;;x\u0007',
      '\n',
      '\u001B(B',
    )
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
        const bytes = Buffer.from(pieces.join(''))
        const whole = createOutput(10_000)
        whole.write(bytes)
        const cut = createOutput(10_000)
        for (let at = 0; at < bytes.length; at += size) cut.write(bytes.subarray(at, at + size))
        expect(cut.end()).toBe(whole.end())
      }),
    )
  })
})

describe('a command that cannot be run', () => {
  it.each([
    ['empty', ''],
    ['blank', '  '],
    ['with NUL', 'a\0b'],
    ['too long', 'x'.repeat(10_001)],
  ])('is refused if it is %s', async (_, command) => {
    await expect(run(command)).rejects.toThrow('The command of the check cannot be run.')
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'has a time limit: %d',
    async (timeoutMs) => {
      await expect(run('true', { timeoutMs })).rejects.toThrow(
        'The time limit of the check cannot be used.',
      )
    },
  )

  it.each(['relative', '/nowhere/at/all'])(
    'has a folder, and the path is not told: %s',
    async (cwd) => {
      await expect(run('true', { cwd })).rejects.toThrow(
        /^The root of the repository is not a folder\.$/,
      )
    },
  )

  it('is an exit code if the shell does not find it', async () => {
    expect(await run('no-such-program-at-all')).toMatchObject({ ended: 'exited', exitCode: 127 })
  })
})
