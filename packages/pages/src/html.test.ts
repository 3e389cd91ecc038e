import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html, join, type Part, safe } from './html.ts'

const text = (part: Part) => html`${part}`.toString()

describe('a template', () => {
  it('escapes text for elements and for quoted attributes', () => {
    expect(html`<b title="${`"'&`}">${'<i>'}</b>`.toString()).toBe(
      '<b title="&quot;&#39;&amp;">&lt;i&gt;</b>',
    )
  })

  it('keeps markup, numbers and arrays of them, and leaves out undefined and false', () => {
    expect(text([html`<i>${1}</i>`, safe('<br>'), undefined, false, ['<']])).toBe(
      '<i>1</i><br>&lt;',
    )
    expect(join([html`<i></i>`, '<'], ' & ').toString()).toBe('<i></i> &amp; &lt;')
  })

  it('escapes an object that imitates markup', () => {
    const forged = { toString: () => '<script>', [Symbol.iterator]: () => ['<script>'].values() }
    // The cast imitates a caller without types.
    expect(text(forged as unknown as Part)).toBe('&lt;script&gt;')
  })

  it('drops characters that could disguise a text, and keeps lines, joiners and marks', () => {
    expect(text('a\u202Eb\u2066c\u2069\u0000\u001B\u0085d')).toBe('abcd')
    expect(text('a\tb\r\nc\u200Dd\u200Fe')).toBe('a\tb\r\nc\u200Dd\u200Fe')
    expect(text('\uD800x\u{1F600}')).toBe('\uFFFDx\u{1F600}')
  })

  it('never lets a string open a tag, end an attribute or begin an entity', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(text(any)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
      }),
    )
  })
})
