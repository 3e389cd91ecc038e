import { describe, expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

describe('detectLanguage', () => {
  it.each([
    ['en', 'The ships that were in the harbour have left.'],
    ['de', 'Die Schiffe, die im Hafen lagen, sind nicht mehr da.'],
    ['fr', 'Les navires qui étaient dans le port sont partis.'],
    ['es', 'Los barcos que estaban en el puerto ya no están.'],
    ['it', 'Le navi che erano nel porto non sono più qui.'],
    ['pt', 'Os navios que estavam no porto já não estão lá.'],
    ['nl', 'De schepen die in de haven lagen zijn er niet meer.'],
    ['sv', 'Fartygen som låg i hamnen är inte här längre.'],
    ['ru', 'Кораблей, которые были в порту, больше нет.'],
    ['ar', 'غادرت السفن الميناء.'],
    ['zh', '港口里的船已经离开了。'],
    ['ja', '港にあった船はもう出た。'],
    ['ko', '항구에 있던 배들은 떠났다.'],
    ['th', 'เรือออกจากท่าแล้ว'],
    ['en', ''],
    ['en', '12345'],
  ])('says %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })
})
