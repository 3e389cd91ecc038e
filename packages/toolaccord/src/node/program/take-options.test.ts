import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeOptions } from './take-options.ts'

const options = [
  { name: 'data', placeholder: 'DIR', summary: '' },
  { name: 'pack', placeholder: 'DIR', summary: '' },
]
const take = (...argv: readonly string[]) => {
  const { given, rest, problems } = takeOptions(argv, options)
  return {
    given: Object.fromEntries(given),
    rest,
    problems: problems.map(({ message }) => message),
  }
}

describe('the options of a program', () => {
  it('may be anywhere before --', () => {
    expect(
      take('--data', 'a', 'get', '--pack=b=c', 'x', '--pack', '-d', '--', '--data', 'y'),
    ).toEqual({
      given: { data: ['a'], pack: ['b=c', '-d'] },
      rest: ['get', 'x', '--', '--data', 'y'],
      problems: [],
    })
  })

  it('are left alone after --', () => {
    const argv = ['--', '--data', 'x']
    expect(take(...argv)).toEqual({ given: {}, rest: argv, problems: [] })
  })

  it.each([
    [['--data']],
    [['--data=']],
    [['--data', '--json']],
    [['get', '--data', '--', 'x']],
    [['--data', '']],
  ])('need a value: %j', (argv) => {
    expect(take(...argv).problems).toEqual(['--data needs a value.'])
  })

  it('leave every other word where it was', () => {
    const word = fc.string().filter((text) => !/^--(data|pack)(=|$)/.test(text) && text !== '--')
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(take(...words)).toEqual({ given: {}, rest: words, problems: [] })
      }),
    )
  })
})
