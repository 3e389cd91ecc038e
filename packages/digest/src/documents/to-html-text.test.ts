import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '../text/canonical-text.ts'
import { toHtmlText } from './to-html-text.ts'

const read = async (html: string, selfClosing = false) =>
  canonicalText(await toHtmlText(html, { selfClosing }))

describe('toHtmlText', () => {
  it.each([
    ['the scripts', 'a<script>alert("<p>x</p>")</script>b', 'ab'],
    ['the styles', 'a<style>p > b { color: red }</style>b', 'ab'],
    ['the navigation, nested too', '<nav>x<nav>y</nav>z</nav><p>a</p>', 'a'],
    ['templates', '<template><p>x</p></template>a', 'a'],
    ['text for readers without scripts', '<noscript><p>x</p></noscript>a', 'a'],
    ['the head', '<html><head><title>x</title>stray<meta name=y></head><body>a', 'a'],
    ['drawings', '<svg><title>x</title><text>y</text></svg>a', 'a'],
    ['a drawing that closes itself', '<svg/>a', 'a'],
    ['comments and declarations', '<!doctype html>a<!-- x -->b<?php x ?>c<![CDATA[x]]>d', 'abcd'],
    ['attributes', '<p title="x > y" data-z=\'<b>\'>a</p>', 'a'],
  ])('leaves out %s', async (_, html, text) => {
    expect(await read(html)).toBe(text)
  })

  it.each([
    ['blocks by an empty line', '<h1>a</h1><p>b</p><ul><li>c<li>d</ul>', 'a\n\nb\n\nc\n\nd'],
    ['line breaks by a line feed', 'a<br>b<br/>c', 'a\nb\nc'],
    [
      'cells by a blank',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      'a b\n\nc',
    ],
    ['inline elements by nothing', '<b>a</b><i>b</i>', 'ab'],
    ['lines of preformatted text by a line feed', '<pre>a\nb</pre>', 'a\nb'],
    ['lines of other text by a blank', '<p>a\n\n  b</p>', 'a b'],
  ])('sets %s apart', async (_, html, text) => {
    expect(await read(html)).toBe(text)
  })

  it.each([
    ['named, decimal and hexadecimal', '&lt;b&gt; &amp; &eacute; &#233; &#xE9;', '<b> & é é é'],
    ['a blank that does not break', 'a&nbsp;b', 'a b'],
    ['once only', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['left as they are when unknown', '&nosuch; & &', '&nosuch; & &'],
  ])('decodes entities: %s', async (_, html, text) => {
    expect(await read(html)).toBe(text)
  })

  it.each([
    ['a comparison', 'if 1 < 2 and 3 > 2'],
    ['before a digit', 'x <3 y'],
    ['at the very end', 'a <'],
    ['a tag that never ends', 'where a <b and c'],
    ['a name that never ends', 'where a <bcd'],
  ])('takes a bare < as text: %s', async (_, html) => {
    expect(await read(html)).toBe(html)
  })

  it('takes a tag that never ends as text after any token', async () => {
    expect(await read('<p>x</p><b and')).toBe('x\n\n<b and')
    expect(await read('<!-- x --><b and')).toBe('<b and')
    expect(await read('<!doctype html><b and')).toBe('<b and')
    expect(await read('&lt;<b and')).toBe('<<b and')
  })

  it('goes on after a head or a navigation that is never closed', async () => {
    expect(await read('<head><title>x</title><p>a</p>')).toBe('a')
    expect(await read('<nav>x<main>a</main>')).toBe('a')
  })

  it('ends with a script that is never closed', async () => {
    expect(await read('a<script>b<p>c')).toBe('a')
  })

  it('lets tags close themselves in XHTML only', async () => {
    expect(await read('<script src="x"/>a', true)).toBe('a')
    expect(await read('<script src="x"/>a', false)).toBe('')
  })

  it.each([
    ['elements nested 100,000 deep', `${'<div>'.repeat(100_000)}a${'</div>'.repeat(100_000)}`],
    ['elements that are never closed', `${'<b><nav></nav><p>'.repeat(50_000)}a`],
    ['end tags of what was never opened', `${'<div>'.repeat(50_000)}${'</span>'.repeat(50_000)}a`],
    ['an attribute of a megabyte', `<p title="${'x'.repeat(1_000_000)}">a`],
    ['a million attributes', `<p ${'x '.repeat(500_000)}>a`],
    ['navigation nested 100,000 deep', `${'<nav>'.repeat(100_000)}${'</nav>'.repeat(100_000)}a`],
    ['opening brackets', `${'<'.repeat(500_000)} a`],
  ])('survives %s', async (_, html) => {
    expect((await read(html)).at(-1)).toBe('a')
  })

  it('reads any text without throwing, and its output is stable as text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<p>',
        '<nav>',
        '</nav>',
        '<script>',
        '<!--',
        '-->',
        '&',
        '&amp;',
        '&#',
        ';',
        '<![CDATA[',
        '"',
        '\r\n',
        '<pre>',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const text = await read(pieces.join(''))
        expect(canonicalText(text)).toBe(text)
      }),
    )
  })
})

describe('a long page', () => {
  const tail = '<p title="a > b">a &amp; b&nbsp;c</p><script>"</p>"</script><!-- x --><b>d</b>'

  it('reads the same wherever its slices are cut', async () => {
    const short = await toHtmlText(`x${tail}`)
    for (let cut = 0; cut <= tail.length; cut++) {
      const head = 'x'.repeat(65_536 - cut)
      expect(await toHtmlText(head + tail)).toBe(head + short.slice(1))
    }
  })

  it('lets other work run between its slices', async () => {
    let steps = 0
    const pace = async () => {
      steps++
    }
    await toHtmlText('<'.repeat(1_000_000), { pace })
    expect(steps).toBe(16)
  })
})
