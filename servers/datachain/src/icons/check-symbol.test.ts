import { describe, expect, it } from 'vitest'
import { checkSymbol } from './check-symbol.ts'

const wrap = (inside: string, root = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"${root}>${inside}</svg>`

describe('a symbol that draws', () => {
  it('keeps its drawing and inherited attributes, without its wrapper and titles', () => {
    const svg = wrap(
      '<title>A &lt;dot&gt;</title><!-- made by hand --><circle cx="18" cy="18" r="4"/>' +
        '<g transform="rotate(45 18 18)"><path d="M1 1h2"/></g>',
      ' fill="none" width="36" height="36px"',
    )
    expect(checkSymbol(svg)).toEqual({
      faults: [],
      body:
        '<g fill="none"><circle cx="18" cy="18" r="4"></circle>' +
        '<g transform="rotate(45 18 18)"><path d="M1 1h2"></path></g></g>',
    })
  })

  it('may refer to its own masks and gradients', () => {
    const mask =
      '<mask id="hole" mask-type="alpha"><rect width="9" height="9" fill="white"/></mask>'
    const { faults, body } = checkSymbol(wrap(`${mask}<path mask="url( #hole )" d="M0 0"/>`))
    expect(faults).toEqual([])
    expect(body).toContain('mask="url(#hole)"')
  })

  it('may ask for the colour behind it', () => {
    expect(checkSymbol(wrap('<path d="M0 0" stroke="var(--symbol-bg, white)"/>')).body).toContain(
      'stroke="var(--symbol-bg)"',
    )
  })
})

describe('a symbol that could act', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>', '<SCRIPT>'],
    [
      'a script with a prefix',
      '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
      '<x:script>',
    ],
    ['an event', '<path d="M0 0" onload="alert(1)"/>', 'onload=alert(1)'],
    ['an event in capitals', '<path d="M0 0" ONCLICK="alert(1)"/>', 'ONCLICK'],
    [
      'foreign content',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
      '<foreignObject>',
    ],
    ['an image', '<image href="https://evil.test/x.png"/>', '<image>'],
    ['another use of itself', '<use href="#a"/>', '<use>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<a>'],
    ['an animation', '<path d="M0 0"><animate attributeName="d" to="M1 1"/></path>', '<animate>'],
    ['a set', '<set attributeName="onload" to="alert(1)"/>', '<set>'],
    ['a style sheet', '<style>path{fill:url(https://evil.test)}</style>', '<style>'],
    ['a style', '<path d="M0 0" style="fill:url(https://evil.test)"/>', 'style'],
    ['a class', '<path d="M0 0" class="x"/>', 'class'],
    [
      'a foreign reference',
      '<path d="M0 0" fill="url(https://evil.test/#a)"/>',
      'https://evil.test',
    ],
    [
      'a hidden foreign reference',
      '<path d="M0 0" fill="url&#40;https://evil.test/#a)"/>',
      'https://evil.test',
    ],
    ['an escaped function', '<path d="M0 0" fill="u\\72l(https://evil.test)"/>', 'evil.test'],
    ['an old reference', '<path d="M0 0" xlink:href="#a"/>', 'xlink:href'],
    ['another base', '<g xml:base="https://evil.test"/>', 'xml:base'],
    ['a filter', '<filter id="f"><feImage href="https://evil.test"/></filter>', '<filter>'],
    ['a text', 'hello', 'hello'],
    ['an entity', '<path d="&evil;"/>', '&evil;'],
    ['a CDATA section', '<![CDATA[<script>alert(1)</script>]]>', 'CDATA'],
    ['an instruction', '<?xml-stylesheet href="https://evil.test"?>', 'xml-stylesheet'],
    ['a declaration', '<!DOCTYPE svg [<!ENTITY evil "x">]>', '!DOCTYPE'],
    ['a reference to nothing', '<path d="M0 0" mask="url(#gone)"/>', 'gone'],
    [
      'masks that refer to others',
      '<mask id="a"><rect mask="url(#a)"/></mask>',
      '<mask> contains a reference to',
    ],
    ['another variable', '<path d="M0 0" fill="var(--x, url(https://evil.test))"/>', '--x'],
  ])('is refused for %s, by name', (_, inside, name) => {
    const { faults, body } = checkSymbol(wrap(inside))
    expect(body).toBe('')
    expect(faults.map(({ code }) => code)).toContain('SYMBOL_ACTIVE_CONTENT')
    const messages = faults.map(({ message }) => message.replaceAll(/\\?"/g, ''))
    expect(messages.join()).toContain(name)
  })

  it('is refused with every reason, up to twenty', () => {
    expect(checkSymbol(wrap('<script/><image/>')).faults).toHaveLength(2)
    expect(checkSymbol(wrap('<script/>'.repeat(500))).faults).toHaveLength(20)
  })
})

describe('a symbol in a wrong wrapper', () => {
  it.each([
    ['a byte order mark', `\uFEFF${wrap('')}`],
    ['an XML declaration', `<?xml version="1.0"?>${wrap('')}`],
    ['a leading comment', `<!-- x -->${wrap('')}`],
    ['no root', 'hello'],
    ['nothing', ''],
    ['another box', '<svg viewBox="0 0 24 24"><path d="M0 0"/></svg>'],
    ['no box', '<svg><path d="M0 0"/></svg>'],
    ['two roots', wrap('') + wrap('')],
    ['a root in the root', wrap(wrap(''))],
    ['an element that is never closed', wrap('<g><path d="M0 0"/>')],
    ['a root that is never closed', '<svg viewBox="0 0 36 36"><path d="M0 0"/>'],
    ['an open path', wrap('<path d="M0 0">')],
    ['its size', wrap(' '.repeat(70_000))],
  ])('is refused for %s', (_, svg) => {
    const { faults, body } = checkSymbol(svg)
    expect(faults.length).toBeGreaterThan(0)
    expect(body).toBe('')
  })
})
