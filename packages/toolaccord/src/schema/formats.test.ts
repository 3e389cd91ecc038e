import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseInput } from '../../test/parse.ts'
import { describeFormat, findFormat } from './formats.ts'
import { toJsonSchema } from './schema.ts'

const formats = {
  uri: z.url(),
  email: z.email(),
  date: z.iso.date(),
  'date-time': z.iso.datetime(),
  duration: z.iso.duration(),
  uuid: z.uuid(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  hostname: z.hostname(),
  base64: z.base64(),
}

describe.each(Object.entries(formats))('the format %s', (name, of) => {
  const format = findFormat(name) ?? expect.fail(`${name} is not known`)

  it('has an example that the schema library accepts', () => {
    expect(of.safeParse(format.example).success).toBe(true)
  })

  it('is said in words to whoever gives something else', async () => {
    const schema = z.object({ it: of })
    const shown = toJsonSchema(schema, 'input')
    const words = describeFormat(format)
    expect(await parseInput(schema, shown, { it: '?' }, 8)).toMatchObject({
      issues: [{ reason: 'invalid_argument', path: 'it', hint: `Accepted: ${words}.` }],
    })
    expect(await parseInput(schema, shown, { it: 7 }, 8)).toMatchObject({
      issues: [{ message: `'it' must be ${words}, not a number.` }],
    })
  })

  it('is described with its article and an example', () => {
    expect(describeFormat(format)).toMatch(/^an? .+, such as \S+$/)
  })
})

describe('findFormat', () => {
  it('has nothing for a name that it does not know', () => {
    expect(findFormat('starts_with')).toBeUndefined()
  })

  it.each([
    ['uri', 'The URL of the page', true],
    ['uri', 'Where it is', false],
    ['date', 'The day, as YYYY-MM-DD', true],
    ['date', 'The date on which it ends', false],
    ['email', 'E-mail of the owner', true],
    ['duration', 'How long, such as PT5M', true],
  ])('finds out if %s is said by: %s', (name, description, isSaid) => {
    expect(findFormat(name)?.isSaid.test(description)).toBe(isSaid)
  })
})
