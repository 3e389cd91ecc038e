/** A format of strings, in words. */
export interface Format {
  /** With its article: `an absolute URL`. */
  readonly words: string
  readonly example: string
  /** Finds out if a description already says what the format says. */
  readonly isSaid: RegExp
}

const url: Format = {
  words: 'an absolute URL',
  example: 'https://example.org',
  isSaid: /\bur[il]s?\b|\bhttps?:/i,
}
const uuid: Format = {
  words: 'a UUID',
  example: '123e4567-e89b-12d3-a456-426614174000',
  isSaid: /\b[ug]uids?\b/i,
}

const formats: ReadonlyMap<string, Format> = new Map([
  ['uri', url],
  ['url', url],
  [
    'uri-reference',
    { words: 'a URL or a part of one', example: '/notes/n1', isSaid: /\bur[il]s?\b/i },
  ],
  ['email', { words: 'an email address', example: 'ada@example.org', isSaid: /\be-?mails?\b/i }],
  [
    'date',
    {
      words: 'a date',
      example: '2026-01-31',
      isSaid: /\bISO[ -]?8601\b|\bYYYY-MM-DD\b|\b\d{4}-\d\d-\d\d\b/i,
    },
  ],
  [
    'date-time',
    {
      words: 'a date and time',
      example: '2026-01-31T12:00:00Z',
      isSaid: /\bISO[ -]?8601\b|\bRFC ?3339\b/i,
    },
  ],
  [
    'time',
    {
      words: 'a time of day',
      example: '12:00:00Z',
      isSaid: /\bISO[ -]?8601\b|\b\d\d:\d\d\b|\bHH:MM/i,
    },
  ],
  ['duration', { words: 'a duration', example: 'P1DT12H', isSaid: /\bISO[ -]?8601\b|\bPT?\d/i }],
  ['uuid', uuid],
  ['guid', uuid],
  ['ipv4', { words: 'an IPv4 address', example: '192.0.2.1', isSaid: /\bIPv4\b/i }],
  ['ipv6', { words: 'an IPv6 address', example: '2001:db8::1', isSaid: /\bIPv6\b/i }],
  ['hostname', { words: 'a host name', example: 'example.org', isSaid: /\bhost ?names?\b/i }],
  [
    'regex',
    { words: 'a regular expression', example: '^a+$', isSaid: /\bregex|\bregular expression/i },
  ],
  ['base64', { words: 'a string in base64', example: 'aGk=', isSaid: /\bbase64\b/i }],
])

/** Returns the facts about a format by the name that schemas have for it. */
export const findFormat = (name: string): Format | undefined => formats.get(name)

/** Says what a format accepts: `an absolute URL, such as https://example.org`. */
export const describeFormat = ({ words, example }: Format): string => `${words}, such as ${example}`
