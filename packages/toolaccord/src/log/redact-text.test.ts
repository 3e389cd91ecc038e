import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutRedacted, escapeControls, redactText } from './redact-text.ts'

const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----'

describe('redactText', () => {
  it.each([
    ['sk-proj-abcDEF0123456789', '[redacted]'],
    ['key sk-ant-api03-abc_DEF-123456 was used', 'key [redacted] was used'],
    [['sk', 'live', '51H8abcdefghijk'].join('_'), '[redacted]'],
    [`ghp_${'a1'.repeat(18)}`, '[redacted]'],
    [`github_pat_${'a1_'.repeat(18)}`, '[redacted]'],
    [`glpat-${'a1'.repeat(10)}.`, '[redacted].'],
    [['xoxb', '1234567890', 'abcdefGHIJ'].join('-'), '[redacted]'],
    ['id AKIAIOSFODNN7EXAMPLE, more', 'id [redacted], more'],
    [`AIza${'b'.repeat(35)}`, '[redacted]'],
    [`npm_${'c'.repeat(36)}`, '[redacted]'],
    [`before ${webToken} after`, 'before [redacted] after'],
    [`...${webToken}`, '...[redacted]'],
    [`a ${pem} b`, 'a [redacted] b'],
    [`a ${pem.slice(0, 60)}`, 'a [redacted]'],
    ['Bearer abc', 'Bearer [redacted]'],
    ['got BEARER abc.def~x+/=, sorry', 'got BEARER [redacted], sorry'],
    ['Basic dXNlcjpwYXNz', 'Basic [redacted]'],
    ['Bearer <token>hunter2', 'Bearer [redacted]'],
    ['Bearer <token>.hunter2', 'Bearer [redacted]'],
    ['Bearer <hunter>', 'Bearer [redacted]'],
    ['Authorization: Bearer <token> hunter2', 'Authorization: [redacted]'],
    ['Authorization: Bearer <token>. hunter2', 'Authorization: [redacted]'],
    ['Authorization: Basic <token>', 'Authorization: [redacted]'],
    ['postgres://app:hunter2@db:5432/x', 'postgres://[redacted]@db:5432/x'],
    ['redis://:hunter2@cache', 'redis://[redacted]@cache'],
  ])('takes a secret of a known form out of %j', (text, clean) => {
    expect(redactText(text)).toBe(clean)
  })

  it.each([
    ['password=hunter2', 'password=[redacted]'],
    ['DB_PASSWORD: hunter2 and more', 'DB_PASSWORD: [redacted] and more'],
    ['Server=x;Password=hunter2;Port=1', 'Server=x;Password=[redacted];Port=1'],
    ['GET /?a=1&access_token=hunter2&b=2', 'GET /?a=1&access_token=[redacted]&b=2'],
    [
      '{"user":"ann","password":"hun\\"ter2","id":1}',
      '{"user":"ann","password":[redacted],"id":1}',
    ],
    ['"{\\"apiKey\\":\\"hunter2\\",\\"id\\":1}"', '"{\\"apiKey\\":[redacted],\\"id\\":1}"'],
    ["{ secret: 'hunter2', id: 1 }", '{ secret: [redacted], id: 1 }'],
    [
      "secret: \u001b[32m'hunter2'\u001b[39m, id: 1",
      'secret: \u001b[32m[redacted]\u001b[39m, id: 1',
    ],
    ["'client_secret' => 'hunter2'", "'client_secret' => [redacted]"],
    ['tokens: ["hunter2", ["hunter3"]] rest', 'tokens: [redacted] rest'],
    ['credentials={"user":"ann","pin":"hunter2"} rest', 'credentials=[redacted] rest'],
    ['password="never closed hunter2', 'password=[redacted]'],
    [
      'Authorization: Digest user="ann", response="hunter2"\nHost: x',
      'Authorization: [redacted]\nHost: x',
    ],
    ['Cookie: sid=hunter2; theme=dark\r\nHost: x', 'Cookie: [redacted]\r\nHost: x'],
    ["curl -H 'Set-Cookie: a=hunter2; b' http://x", "curl -H 'Set-Cookie: [redacted]' http://x"],
    ['deploy --api-key hunter2 --dry-run', 'deploy --api-key [redacted] --dry-run'],
    ['api key: hunter2', 'api key: [redacted]'],
    ['a=password=hunter2', 'a=password=[redacted]'],
    ['private_key = 9f86d081884c7d659a2feaa0c55ad015', 'private_key = [redacted]'],
  ])('takes what is assigned to a secret name out of %j', (text, clean) => {
    expect(redactText(text)).toBe(clean)
  })

  it.each([
    'The bearer token is missing.',
    'Basic authentication is not supported.',
    'A token is needed. Send it in the header as Authorization: Bearer <token>.',
    'Its holder sends it as Authorization: Bearer <key>.\nThe next line.',
    "curl -H 'Authorization: Bearer <access-token>' http://x",
    'Send Bearer <token>, please.',
    '{ max_tokens: 4096, tokens: 12 }',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'task-force-of-the-north, disk-usage-report',
    'see https://example.com:8080/a?mail=ann@example.com',
    'TypeError: x is not a function',
    'password= ',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    '01890a5d-ac96-774b-bcce-b302099a8057',
  ])('leaves %j as it is', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it('takes out a planted secret wherever it is', () => {
    const secrets = fc.constantFrom(
      `ghp_${'Zq9'.repeat(12)}`,
      'Bearer Zq9Zq9',
      'https://ann:Zq9Zq9@host',
      'password=Zq9Zq9',
      'eyJZq9Zq9Zq9Zq9.Zq9.Zq9',
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        secrets,
        fc.string({ unit: 'binary' }),
        (before, secret, after) => {
          expect(
            redactText(`${before.replaceAll('Zq9', '')} ${secret} ${after.replaceAll('Zq9', '')}`),
          ).not.toContain('Zq9')
        },
      ),
    )
  })

  it('changes nothing when it is done again', () => {
    const words = fc.constantFrom(
      'password',
      'token',
      'Bearer',
      'eyJ',
      '=',
      ':',
      ' ',
      '"',
      "'",
      '\\',
      '[',
      '{',
      '}',
      ']',
      'x',
      '//',
      '@',
      '--',
      '.',
      '\n',
      'sk-0123456789',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
        const once = redactText(parts.join(''))
        expect(redactText(once)).toBe(once)
      }),
    )
  })

  it.each([
    'a',
    'eyJ',
    'eyJ.',
    '-eyJ',
    'sk-',
    '//',
    '//a:',
    'token',
    'token:',
    'token="',
    'token=[',
    'token={]',
    'api ',
    'Bearer ',
    'Basic aaaaaaaa',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----END ',
    '--a ',
    '\\',
    '"',
    'password\\',
    'token ',
    '\u001b[3',
    'ya29.',
    'cookie: ',
    '=',
    ':',
    ' ',
    '\n',
    'a.',
    'A',
  ])('comes to an end with a megabyte of %j', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    expect(redactText(text).length).toBeGreaterThan(0)
    expect(redactText(`-----BEGIN PRIVATE KEY-----${text}`)).toBe('[redacted]')
  })
})

describe('escapeControls', () => {
  it('shows what would break a line or drive a terminal', () => {
    expect(escapeControls('a\r\nb\tc\u001b[31md\u0007\u007f\u009b\u2028\u202e\u2066\u0000')).toBe(
      'a\\r\\nb\\tc\\u001b[31md\\u0007\\u007f\\u009b\\u2028\\u202e\\u2066\\u0000',
    )
  })

  it('leaves other text alone', () => {
    expect(escapeControls('Grüße, 世界 👩‍💻 \\n')).toBe('Grüße, 世界 👩‍💻 \\n')
  })
})

describe('cutRedacted', () => {
  it('says how much of a long string it cut', () => {
    expect(cutRedacted('abcdef', 6)).toBe('abcdef')
    expect(cutRedacted('abcdefgh', 6)).toBe('abcdef... [2 characters cut]')
  })

  it('leaves no part of a secret before the cut', () => {
    for (const secret of [
      `ghp_${'Zq9'.repeat(12)}`,
      `eyJ${'Zq9'.repeat(100)}.Zq9Zq9`,
      `https://ann:${'Zq9'.repeat(80)}@host`,
      `password=${'Zq9'.repeat(12)}`,
    ])
      for (let length = 1; length < secret.length + 3; length++)
        expect(cutRedacted(`a ${secret}${' b'.repeat(400)}`, length)).not.toContain('Zq9')
  })
})
