import { describe, expect, test } from 'vitest'
import { Datachain } from '../model/index.ts'
import { tinyDatachain, withPlacement } from '../testing/tiny-datachain.ts'
import { toPath, toReports } from './to-reports.ts'

const reportsOf = (value: unknown) =>
  toReports(
    Datachain.safeParse(value).error as NonNullable<
      ReturnType<typeof Datachain.safeParse>['error']
    >,
  )

describe('what a parser did not accept', () => {
  test('is reported for each place, with what is accepted there', () => {
    expect(reportsOf({ ...tinyDatachain(), schema_version: 'ai@latest', elements: [] })).toEqual([
      {
        path: 'schema_version',
        message: expect.stringContaining('type@YYYY-MM-DD'),
        hint: expect.any(String),
      },
      { path: 'elements', message: expect.any(String), hint: 'At least 1.' },
    ])
    expect(
      reportsOf(withPlacement(2, { actions: [{ type: 'fax', label: [], target: 'x' }] })),
    ).toEqual([
      {
        path: 'elements[2].actions[0].type',
        message: expect.any(String),
        hint: 'Use one of: email, url, phone, form, postal.',
      },
    ])
  })

  test('is a report for each unknown key', () => {
    expect(
      reportsOf(withPlacement(0, { category_id: 'x', 'a b': 1 })).map(({ path }) => path),
    ).toEqual(['elements[0].category_id', 'elements[0]["a b"]'])
  })

  test('names the form of a value that was meant', () => {
    expect(reportsOf(withPlacement(1, { variables: [{ id: 'detail', value: 'people' }] }))).toEqual(
      [
        {
          path: 'elements[1].variables[0].value',
          message: 'an array of {locale, value}, or an array of option ids',
          hint: expect.any(String),
        },
      ],
    )
    expect(
      reportsOf(withPlacement(1, { variables: [{ id: 'detail', value: [{ locale: 'en' }] }] })).map(
        ({ path }) => path,
      ),
    ).toEqual(['elements[1].variables[0].value[0].value'])
  })

  test('has paths that stay short, whatever the keys', () => {
    expect(toPath(['a', 0, 'b-c', 'd.e'])).toBe('a[0].b-c["d.e"]')
    expect(toPath(['x'.repeat(1_000)])).toHaveLength(64)
  })
})
