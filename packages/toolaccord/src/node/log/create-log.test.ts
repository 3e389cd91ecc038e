import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { logThresholds } from '../../log/log-level.ts'
import { type LogOptions, createLog } from './create-log.ts'

const scratch = mkdtempSync(join(tmpdir(), 'toolaccord-log-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** A log into memory, at a fixed time and away from the environment of the test. */
function memoryLog(options: LogOptions = {}, isTTY = false) {
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const log = createLog({ env: {}, now: () => 0, stream: { isTTY, write }, ...options })
  const lines = (): unknown[] => {
    const complete = written.split('\n').slice(0, -1)
    return complete.map((line) => JSON.parse(line))
  }
  return { log, text: () => written, lines }
}

describe('createLog', () => {
  it('writes one line of JSON per entry: level, time, fields, message', () => {
    const { log, text } = memoryLog()
    log.info('hello', { id: 'r1', ms: 1.5, deep: { list: [1, null] } })
    log.warn('bare')
    expect(text()).toBe(
      '{"level":"info","time":"1970-01-01T00:00:00.000Z",' +
        '"id":"r1","ms":1.5,"deep":{"list":[1,null]},"message":"hello"}\n' +
        '{"level":"warn","time":"1970-01-01T00:00:00.000Z","message":"bare"}\n',
    )
  })

  it.each(logThresholds)(
    'writes at level %s the lines that are as important or more, and knows which are on',
    (level) => {
      const { log, lines } = memoryLog({ level })
      for (const one of levels) log[one](`at ${one}`)
      const on = levels.slice(logThresholds.indexOf(level))
      expect(lines()).toMatchObject(on.map((one) => ({ level: one, message: `at ${one}` })))
      expect(levels.filter((one) => log.isOn(one))).toEqual(on)
    },
  )

  it('takes level and file of the environment before the options', async () => {
    const file = join(scratch, 'from-env.log')
    const { log, text } = memoryLog({
      level: 'error',
      file: join(scratch, 'from-option.log'),
      env: { TOOLACCORD_LOG_LEVEL: 'TRACE', TOOLACCORD_LOG_FILE: file },
    })
    log.trace('hello')
    await log.flush()
    expect(readFileSync(file, 'utf8')).toContain('"message":"hello"')
    expect([text(), existsSync(join(scratch, 'from-option.log'))]).toEqual(['', false])
  })

  it('refuses a level that there is not', () => {
    expect(() => memoryLog({ env: { TOOLACCORD_LOG_LEVEL: 'loud' } })).toThrow(
      "TOOLACCORD_LOG_LEVEL is 'loud'",
    )
  })

  it('appends to a file, which it makes for its owner only', () => {
    const file = join(scratch, 'deep/down/app.log')
    for (const message of ['first', 'second']) createLog({ env: {}, file }).info(message)
    expect(readFileSync(file, 'utf8').match(/first|second/g)).toEqual(['first', 'second'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuses a file that cannot be opened, and says what to do', () => {
    writeFileSync(join(scratch, 'plain'), '')
    expect(() => createLog({ env: {}, file: join(scratch, 'plain/app.log') })).toThrow(
      /plain\/app\.log cannot be opened for writing\. Name another/,
    )
  })

  it('lets no field pass for the level, the time or the message', () => {
    const { log, text, lines } = memoryLog()
    log.info('real', {
      level: 'fatal',
      time: 'never',
      message: 'forged',
      __proto__: { polluted: true },
      constructor: 'x',
    })
    expect(text().match(/"(level|time|message)":/g)).toEqual(['"level":', '"time":', '"message":'])
    expect(lines()).toEqual([
      {
        level: 'info',
        time: '1970-01-01T00:00:00.000Z',
        level_: 'fatal',
        time_: 'never',
        message_: 'forged',
        constructor: 'x',
        message: 'real',
      },
    ])
  })

  it('takes the message as it is, whatever a formatter could make of it', () => {
    const { log, lines } = memoryLog()
    log.info('100 %% of %s %o %j', { a: 1 })
    expect(lines()).toMatchObject([{ message: '100 %% of %s %o %j', a: 1 }])
  })

  it('redacts by name, by form and by its own paths', () => {
    const { log, lines } = memoryLog({ redact: ['args.card.number'], limits: { text: 40 } })
    log.info('login with password=hunter2', {
      args: { card: { number: '4111' }, api_key: 'k' },
      note: 'x'.repeat(50),
    })
    expect(lines()).toMatchObject([
      {
        message: 'login with password=[redacted]',
        args: { card: { number: '[redacted]' }, api_key: '[redacted]' },
        note: `${'x'.repeat(40)}... [10 characters cut]`,
      },
    ])
  })

  it('writes one line that drives no terminal, whatever message and fields hold', () => {
    const hostile = 'a\r\n{"level":"fatal"}\u001b[2J\u009b1m\u2028\u202e\u0007'
    for (const isTTY of [false, true]) {
      const { log, text } = memoryLog({ env: { NO_COLOR: '1' } }, isTTY)
      log.error(hostile, { [hostile]: hostile, list: [hostile] })
      expect(text().trimEnd().split('\n')).toHaveLength(1)
      // oxlint-disable-next-line no-control-regex -- control characters must not be there
      expect(text().trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
    }
  })

  it('is easy to read on a terminal: time, level, message, fields, and errors line by line', () => {
    const { log, text } = memoryLog({ env: { NO_COLOR: '1' } }, true)
    log.warn('tool ended', { id: 'r1', code: 'GONE' })
    log.error('tool threw', { thrown: new Error('boom', { cause: new Error('token=hunter2') }) })
    const [first = '', second = '', ...stack] = text().split('\n')
    expect(first).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: tool ended \{"id":"r1","code":"GONE"\}$/,
    )
    expect(second).toMatch(/ERROR: tool threw/)
    expect(stack.map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        '"message": "boom",',
        expect.stringMatching(/^"at .*create-log\.test\.ts/),
        '"message": "token=[redacted]",',
      ]),
    )
  })

  it('uses colours on a terminal, unless NO_COLOR is set', () => {
    const plain = memoryLog({ env: { NO_COLOR: '1' } }, true)
    const coloured = memoryLog({}, true)
    for (const { log } of [plain, coloured]) log.info('hello')
    expect(plain.text()).not.toContain('\u001b[')
    expect(coloured.text()).toContain('\u001b[')
  })

  it('writes the format that is asked for, wherever it writes to', () => {
    const json = memoryLog({ format: 'json' }, true)
    const pretty = memoryLog({ format: 'pretty' })
    for (const { log } of [json, pretty]) log.info('hello')
    expect(json.lines()).toMatchObject([{ message: 'hello' }])
    expect(pretty.text()).toMatch(/INFO: hello\n$/)
  })
})
