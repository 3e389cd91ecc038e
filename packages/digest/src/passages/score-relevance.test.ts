import { describe, expect, it } from 'vitest'
import { LetterTable } from '../language/letter-table.ts'
import { loadStemmer } from '../language/load-stemmer.ts'
import { countTerms } from '../terms/count-terms.ts'
import { toQuery } from '../terms/to-query.ts'
import type { Span } from '../text/span.ts'
import { scoreRelevance } from './score-relevance.ts'

/** Returns the relevance of each passage, given one by one. */
async function score(passages: readonly string[], query: string, language = 'en') {
  const text = passages.join('\n\n')
  const spans: Span[] = []
  let start = 0
  for (const passage of passages) {
    spans.push({ start, end: start + passage.length })
    start += passage.length + 2
  }
  const letters = new LetterTable()
  const wanted = toQuery(query, language, await loadStemmer(language), letters)
  const pace = async () => {}
  const terms = await countTerms(spans, { text, query: wanted, letters, pace })
  return Array.from(scoreRelevance(terms, wanted.size))
}

const matches = async (passages: readonly string[], query: string, language?: string) =>
  (await score(passages, query, language)).map((relevance) => relevance > 0)

describe('relevance', () => {
  it.each([
    [
      'en',
      'What causes bleaching of corals?',
      'Coral bleached in warm water.',
      'Prices rose again.',
    ],
    ['en', 'TRIES', 'They try.', 'They trip.'],
    ['en', 'state of the art in C', 'Written in C.', 'A cat sat there.'],
    ['de', 'Häuser', 'Das Haus steht am See.', 'Der Hausierer ging.'],
    ['de', 'Fußball', 'FUSSBALL wird hier nicht gespielt, aber Fußball.', 'Der Ball ist rund.'],
    ['fr', 'économies', 'Une économie locale.', 'Un écologiste local.'],
    ['ru', 'кораблей', 'Корабль стоит в порту.', 'Порт закрыт.'],
    ['tr', 'kitaplar', 'Bu bir kitap.', 'Bu bir masa.'],
    ['ar', 'الكتاب', 'قرأت كتاب جديد', 'ذهبت إلى السوق'],
    ['el', 'ΔΡΌΜΟΣ', 'Ο ΔΡΌΜΟΣ είναι κλειστός.', 'Η πόλη.'],
    ['zh', '珊瑚白化', '海水变暖会导致珊瑚白化。', '过度捕捞会移除鱼类。'],
    ['zh', '鱼', '过度捕捞会移除鱼类。', '海水变暖。'],
    ['zh', '𠀀𠀁', '字是𠀀𠀁。', '字是𠀂𠀃。'],
    ['ja', 'サンゴの白化', '海水温の上昇がサンゴの白化を招く。', '漁獲量が減る。'],
    ['ko', '고양이', '고양이가 집에 있다.', '강아지는 밖에 있다.'],
    ['th', 'ฟอกขาว', 'ปะการังฟอกขาวในปีนี้', 'เรือออกจากท่า'],
    ['en', 'iPhone漢字', 'An iPhone for all.', 'A phone for all.'],
  ])('finds a query in %s: %s', async (language, query, hit, miss) => {
    expect(await matches([hit, miss], query, language)).toEqual([true, false])
  })

  it('does not count function words, unless the query has no other words', async () => {
    expect(
      await matches(['The weather is fine.', 'The of and to.'], 'What is the weather?'),
    ).toEqual([true, false])
    expect(await matches(['To be or not.', 'Weather forecasts.'], 'to be or not to be')).toEqual([
      true,
      false,
    ])
  })

  it('is 0 everywhere for a query without words', async () => {
    expect(await score(['One passage.', 'Another passage.'], ' ?! ')).toEqual([0, 0])
  })

  it('is higher for more terms, for rarer ones, and for a passage that is about them', async () => {
    const filler = Array.from(
      { length: 20 },
      (_, index) => `Water sentence number ${index} goes here.`,
    )
    const [both, rare, common, long] = await score(
      [
        'Water transport costs money here.',
        'Cheap transport costs money here.',
        'Cheap water costs money here.',
        `Water transport ${'costs much money here '.repeat(20)}`,
        ...filler,
      ],
      'water transport',
    )
    expect(both).toBeGreaterThan(rare ?? 1)
    expect(rare).toBeGreaterThan(common ?? 1)
    expect(both).toBeGreaterThan(long ?? 1)
  })

  it('puts a whole sentence before a bare heading', async () => {
    const [heading, sentence] = await score(
      [
        'Transport',
        'Transport by water became cheaper last year.',
        'Something else was said in this sentence.',
      ],
      'transport',
    )
    expect(sentence).toBeGreaterThan(heading ?? 1)
  })

  it('stays between 0 and 1', async () => {
    for (const relevance of await score(['water '.repeat(50), 'water', 'fire'], 'water')) {
      expect(relevance).toBeGreaterThanOrEqual(0)
      expect(relevance).toBeLessThanOrEqual(1)
    }
  })
})
