import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { describeIssue } from './input-issue.ts'

const Report = z.object({
  pages: z.int(),
  author: z.object({ name: z.string() }),
  lines: z.array(z.string().max(3, 'Three characters at most.')),
})
const schema = z.toJSONSchema(Report, { io: 'input' })
const describeAll = (value: unknown) =>
  (Report.safeParse(value).error?.issues ?? []).map((issue) =>
    describeIssue(issue, { value, schema }),
  )

describe('describeIssue', () => {
  it('says of each place of a document what is wrong and what is accepted', () => {
    expect(describeAll({ pages: 'ten', author: {}, lines: ['a', 'long line'] })).toEqual([
      {
        reason: 'wrong_type',
        path: 'pages',
        message: "'pages' must be integer, not a string.",
        hint: 'Accepted: integer.',
      },
      {
        reason: 'missing_argument',
        path: 'author.name',
        message: "Missing required argument 'author.name'.",
        hint: 'Accepted: string.',
      },
      {
        reason: 'invalid_argument',
        path: 'lines[1]',
        message: "'lines[1]': Three characters at most.",
        hint: 'Accepted: string (at most 3 characters).',
      },
    ])
  })
})
