import { describe, expect, it } from 'vitest'
import { componentName } from './component-name.ts'
import { createComponentShelf } from './create-component-shelf.ts'

describe('a shelf', () => {
  it('holds the same thing once, under its first name', () => {
    const shelf = createComponentShelf('responses')
    expect(shelf.put(['gone'], { description: 'Gone.' })).toEqual({
      $ref: '#/components/responses/gone',
    })
    expect(shelf.put(['lost'], { description: 'Gone.' })).toEqual({
      $ref: '#/components/responses/gone',
    })
    expect(shelf.contents()).toEqual({ gone: { description: 'Gone.' } })
  })

  it('gives another thing the next name that is free, or a number', () => {
    const shelf = createComponentShelf('parameters')
    const refs = ['a', 'b', 'c', 'd'].map((description) =>
      shelf.put(['limit', 'list.limit'], { description }),
    )
    expect(refs.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
      'limit',
      'list.limit',
      'list.limit-2',
      'list.limit-3',
    ])
    expect(Object.values(shelf.contents())).toEqual(
      ['a', 'b', 'c', 'd'].map((description) => ({ description })),
    )
  })
})

describe('the name of a component', () => {
  it('is made of words, less what no name may hold', () => {
    expect(componentName('get_note', 'input')).toBe('get_note.input')
    expect(componentName('a.b', 'ä/😀')).toBe('a-46-b.-228--47--128512-')
  })
})
