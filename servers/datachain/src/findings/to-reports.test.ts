import { describe, expect, test } from 'vitest'
import { Datachain } from '../model/index.ts'
import { toJsonSchema } from '../model/to-json-schema.ts'
import { tinyDatachain, withPlacement } from '../testing/tiny-datachain.ts'
import { toPath, toReports } from './to-reports.ts'

const reportsOf = (value: unknown) =>
  toReports(
    Datachain.safeParse(value).error as NonNullable<
      ReturnType<typeof Datachain.safeParse>['error']
    >,
    { value, schema: toJsonSchema(Datachain) },
  )

describe('what a parser did not accept', () => {
  test('is reported for each place, with what is accepted there', () => {
    expect(reportsOf({ ...tinyDatachain(), schema_version: 'ai@latest', elements: [] })).toEqual([
      {
        path: 'schema_version',
        message: expect.stringContaining('type@YYYY-MM-DD'),
        hint: expect.any(String),
      },
      {
        path: 'elements',
        message: "'elements' has too few items.",
        hint: expect.stringMatching(/^Accepted: array of .*1 to 500 items/),
      },
    ])
    expect(
      reportsOf(withPlacement(2, { actions: [{ type: 'fax', label: [], target: 'x' }] })),
    ).toEqual([
      {
        path: 'elements[2].actions[0].type',
        message: "'elements[2].actions[0].type' has a value that is not accepted.",
        hint: "Accepted: 'email', 'url', 'phone', 'form' or 'postal'.",
      },
    ])
  })

  test('is told in plain words, never in those of a library', () => {
    const reports = reportsOf({ wrong: 'shape', created_at: 'yesterday', elements: [{}] })
    expect(reports.map(({ path, message }) => [path, message])).toEqual([
      ['id', "'id' is missing."],
      ['schema_version', "'schema_version' is missing."],
      ['created_at', "'created_at' has a value that is not accepted."],
      ['elements[0].element_id', "'elements[0].element_id' is missing."],
      ['wrong', 'This property is not known.'],
    ])
    for (const { hint } of reports.slice(0, 4)) expect(hint).toMatch(/^Accepted: .*(string|date)/)
    expect(JSON.stringify(reports)).not.toMatch(/Invalid input|undefined|Too small/)
    expect(reportsOf({ ...tinyDatachain(), titel: [] })[0]?.hint).toBe("Did you mean 'title'?")
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
          message: expect.stringMatching(/^'elements\[1\].*' must be array .*, not a string\.$/),
          hint: expect.stringMatching(/^Accepted: array of object { locale, value }/),
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
