import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { createIsWithin, estimateTokens, isSurelyWithin } from './estimate-tokens.ts'

const none = new Set<string>()
/** The true count; names of special tokens are plain text. */
const exact = (text: string) => countTokens(text, { allowedSpecial: none, disallowedSpecial: none })

const english = [
  'The council met on Tuesday evening to discuss the new housing plan, ' +
    'which would add four hundred homes near the river.',
  'Several residents spoke about traffic, schools and the loss of open fields; ' +
    'the mayor answered that money had been promised.',
  'Search efforts resumed after heavy rain had forced rescue teams to leave the valley, ' +
    'and a second dam might collapse.',
  'Scientists have measured how quickly the glacier melts: ' +
    'it lost eleven meters in a single summer.',
]
const code = `
export function toReport(rows: readonly Row[], options: ReportOptions = {}): Report {
  const { limit = 50, sortBy = 'createdAt' } = options
  const sorted = [...rows].sort((a, b) => b[sortBy] - a[sortBy])
  for (let index = 0; index < sorted.length && index < limit; index++) {
    if (sorted[index]?.status !== 'active') continue
    report.lines.push(\`\${index}: \${sorted[index].name}\`) // one line each
  }
  return { ...report, total: rows.length }
}`
const digits = (seed: number) =>
  Array.from({ length: 64 }, (_, at) =>
    ((seed * 7_919 + at * at * 31 + at * seed) % 16).toString(16),
  ).join('')
const bytes = Uint8Array.from(
  { length: 3_000 },
  (_, at) => (at * at * 13 + at * 7 + (at >> 3) * 101) % 256,
)

/**
 * What each corpus may be overestimated by: room above what is measured, so that a change for the
 * worse is seen.
 */
const corpora: Readonly<Record<string, readonly [text: string, most: number]>> = {
  'English JSON': [
    JSON.stringify({
      findings: english.map((content, index) => ({
        id: `finding-00${index}`,
        title: content.slice(0, 24),
        content,
        confidence: 0.87,
      })),
      total_findings: 4,
    }),
    1.6,
  ],
  English: [english.join(' '), 1.9],
  Chinese: [
    '市议会周二晚上开会讨论新的住房计划，该计划将在河边增加四百套住房。科学家测量了冰川融化的速度，他们比较了照片、旧地图和卫星图像。',
    1.4,
  ],
  Japanese: [
    '市議会は火曜日の夜に会合を開き、川の近くに四百戸の住宅を追加する新しい計画について話し合いました。科学者たちは氷河が溶ける速さを測定しました。',
    1.4,
  ],
  Korean: [
    '시의회는 화요일 저녁에 모여 강 근처에 사백 채의 집을 더하는 새로운 주택 계획을 논의했습니다. 과학자들은 빙하가 녹는 속도를 측정했습니다.',
    1.6,
  ],
  Arabic: [
    'اجتمع مجلس المدينة مساء الثلاثاء لمناقشة خطة الإسكان الجديدة التي ستضيف أربعمائة منزل بالقرب من النهر.',
    3.5,
  ],
  Hindi: [
    'नगर परिषद मंगलवार की शाम को नई आवास योजना पर चर्चा करने के लिए मिली, जो नदी के पास चार सौ घर जोड़ेगी।',
    3,
  ],
  Thai: ['สภาเมืองประชุมเมื่อเย็นวันอังคารเพื่อหารือเกี่ยวกับแผนที่อยู่อาศัยใหม่ซึ่งจะเพิ่มบ้านสี่ร้อยหลังใกล้แม่น้ำ', 2.5],
  Russian: [
    'Городской совет собрался во вторник вечером, чтобы обсудить новый план жилищного ' +
      'строительства, который добавит четыреста домов у реки.',
    3.2,
  ],
  German: [
    'Der Stadtrat traf sich am Dienstagabend, um den neuen Wohnungsbauplan zu besprechen, ' +
      'der vierhundert Häuser in der Nähe des Flusses hinzufügen würde.',
    2.6,
  ],
  'source code': [code, 1.7],
  'JSON of hashes': [
    JSON.stringify(
      Array.from({ length: 20 }, (_, index) => ({
        sha: digits(index),
        id: digits(index + 40)
          .slice(0, 32)
          .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      })),
    ),
    1.2,
  ],
  base64: [btoa(String.fromCharCode(...bytes)), 1.2],
  emoji: ['😀😃🎉👨‍👩‍👧‍👦🏳️‍🌈👍🏽❤️🔥✅🚀👩🏿‍💻🇩🇪🇯🇵🙈🐍', 1.3],
  'much escaping': [
    JSON.stringify(
      JSON.stringify({ html: '<a href="x">\n\t"q" \\ </a>', path: 'C:\\temp\\new' }),
    ).repeat(4),
    2,
  ],
  'one letter': ['a'.repeat(2_000), 5],
  'one sign': [`a ${'='.repeat(300)} b`, 8],
  spaces: [' '.repeat(2_000), 4],
  whitespace: ['\n\n\n\t\t  \r\n   \n \t'.repeat(40), 5],
}

describe('estimateTokens', () => {
  it.each(Object.entries(corpora))(
    'is never under the true count and not far over it: %s',
    (_, [text, most]) => {
      const estimated = estimateTokens(text)
      const counted = exact(text)
      expect(estimated).toBeGreaterThanOrEqual(counted)
      expect(estimated / counted).toBeLessThan(most)
    },
  )

  const words = [
    'the',
    'The',
    ' people',
    'government',
    "don't",
    "'s",
    "'ll",
    'userName',
    'HTTPServer',
    'ß',
    'é',
    ' é',
    'ไทย',
    '的',
    ' 나',
    '👍🏽',
    '\u200d',
    '…',
    '"',
    '":"',
    '{"',
    '},{"',
    '\\n',
    '--',
    '===',
    ' ',
    '  ',
    '\n',
    '\t',
    '0',
    '2026',
    '½',
    '٣',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...words), maxLength: 25 }),
    fc.string({ unit: fc.constantFrom(...'"{}[],:\\ab1 '), maxLength: 25 }),
    fc.json(),
  )

  it('is never under the true count of any text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(exact(text))
      }),
      { numRuns: 4_000 },
    )
  })

  it('is at most the sum of the estimates of parts that meet at a sign of JSON', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('{', '}', '[', ']', ',', ':', '"'),
        texts,
        (before, sign, after) => {
          expect(estimateTokens(before + sign + after)).toBeLessThanOrEqual(
            estimateTokens(before) + estimateTokens(sign + after),
          )
          expect(estimateTokens(before + sign + after)).toBeLessThanOrEqual(
            estimateTokens(before + sign) + estimateTokens(after),
          )
        },
      ),
      { numRuns: 4_000 },
    )
  })

  it('counts nothing in an empty text', () => {
    expect(estimateTokens('')).toBe(0)
  })

  it('stops over its limit, and only there', () => {
    const text = english.join(' ')
    const all = estimateTokens(text)
    expect(estimateTokens(text, all)).toBe(all)
    expect(estimateTokens(text, 10)).toBeGreaterThan(10)
    expect(estimateTokens(text, 10)).toBeLessThan(20)
  })
})

describe('isSurelyWithin', () => {
  it('holds only for texts that are within the budget', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(200), (text, budget) => {
        if (isSurelyWithin(text, budget)) expect(exact(text)).toBeLessThanOrEqual(budget)
      }),
    )
  })

  it.each([
    ['x'.repeat(100), 100, true],
    ['x'.repeat(101), 100, false],
    ['é'.repeat(50), 100, true],
    ['é'.repeat(51), 100, false],
    ['的'.repeat(34), 100, false],
    ['', 0, true],
  ])('goes by bytes', (text, budget, expected) => {
    expect(isSurelyWithin(text, budget)).toBe(expected)
  })
})

describe('createIsWithin', () => {
  const isWithin = createIsWithin()

  it('says no more than an exact count does, for any text and budget', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.lorem(),
            fc.string({ unit: 'binary' }),
            fc.base64String(),
            fc.constant('x'.repeat(70)),
          ),
        ),
        fc.integer({ min: 1, max: 200 }),
        (parts, budget) => {
          const text = JSON.stringify(parts)
          if (isWithin(text, budget)) expect(countTokens(text)).toBeLessThanOrEqual(budget)
          if (estimateTokens(text) <= budget) expect(isWithin(text, budget)).toBe(true)
        },
      ),
    )
  })

  it('leaves texts that are longer than it looks at to the count', () => {
    expect(isWithin('的'.repeat(50_000), 60_000)).toBe(true)
    expect(isWithin('the people '.repeat(20_000), 60_000)).toBe(true)
    expect(isWithin('qzxj'.repeat(50_000), 60_000)).toBe(false)
  })

  it('sees nothing of the text before', () => {
    expect(isWithin(' people'.repeat(4_000), 5_000)).toBe(true)
    expect(isWithin('x'.repeat(6_000), 5_000)).toBe(estimateTokens('x'.repeat(6_000)) <= 5_000)
    expect(isWithin(`${'#$'.repeat(2_000)} peopl`, 1_000)).toBe(false)
  })
})
