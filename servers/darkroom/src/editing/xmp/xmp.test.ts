import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBaseline } from '../state/create-baseline.ts'
import { EditError } from '../state/edit-error.ts'
import { readXmp } from './read-xmp.ts'
import { writeXmp } from './write-xmp.ts'

const step = (attributes: string, num = 0) =>
  `<rdf:li darktable:num="${num}" darktable:operation="exposure" darktable:enabled="1" ` +
  `darktable:modversion="6" darktable:params="00ff" ${attributes}/>`

const sidecar = ({
  attributes = 'darktable:history_end="1"',
  history = step(''),
  elements = '',
  head = '',
} = {}) => `<?xml version="1.0" encoding="UTF-8"?>${head}
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"
  xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:own="urn:own" ${attributes}>
${elements}<darktable:history><rdf:Seq>${history}</rdf:Seq></darktable:history>
</rdf:Description></rdf:RDF></x:xmpmeta>`

const refusal = (text: string) => {
  try {
    readXmp(text)
  } catch (thrown) {
    return thrown instanceof EditError ? `${thrown.reason}: ${thrown.message}` : String(thrown)
  }
  return 'read'
}

describe('sidecars', () => {
  it('writes an empty edit as it is known to be written', () => {
    expect(writeXmp(createBaseline({ kind: 'ldr' }))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:darktable="http://darktable.sf.net/" xmlns:darkroom="https://toolaccord.dev/ns/darkroom/1.0/">
       <rdf:RDF>
        <rdf:Description rdf:about="" darktable:xmp_version="5" darktable:auto_presets_applied="1" darktable:history_end="0" darktable:iop_order_version="3">
         <darktable:history>
          <rdf:Seq/>
         </darktable:history>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      "
    `)
  })

  it('keeps unknown modules, attributes and elements', () => {
    const text = sidecar({
      attributes:
        'darktable:history_end="2" xmp:Rating="4" own:thing="a &amp; b" ' +
        'darktable:import_timestamp="7"',
      elements: `<dc:creator><rdf:Seq><rdf:li>Ada &lt;x&gt;</rdf:li></rdf:Seq></dc:creator>
        <own:note xml:lang="de"><![CDATA[1 < 2]]></own:note>
        <own:mixed>one<own:b/>two</own:mixed>`,
      history: `${step('own:why="because"')}<rdf:li darktable:num="1"
        darktable:operation="futuristic" darktable:enabled="0" darktable:modversion="99"
        darktable:params="abcd" darktable:multi_name="m" darktable:multi_priority="0"
        darktable:multi_name_hand_edited="1"/>`,
    })
    const state = readXmp(text)
    const written = writeXmp(state)
    for (const part of [
      'xmp:Rating="4"',
      'own:thing="a &amp; b"',
      'darktable:import_timestamp="7"',
      'Ada &lt;x&gt;',
      '<own:mixed>one<own:b/>two</own:mixed>',
      'xml:lang="de"',
      '1 &lt; 2',
      'own:why="because"',
      'darktable:multi_name_hand_edited="1"',
      '"futuristic"',
    ]) {
      expect(written).toContain(part)
    }
    expect(readXmp(written)).toEqual(state)
    expect(writeXmp(readXmp(written))).toBe(written)
  })

  it('writes the same bytes whatever prefixes and line ends the document used', () => {
    const text = sidecar({ attributes: 'darktable:history_end="1" xmp:Rating="4"' })
    const renamed = text
      .replaceAll('darktable:', 'dt:')
      .replace('xmlns:dt:', 'xmlns:dt')
      .replaceAll('xmlns:darktable', 'xmlns:dt')
      .replaceAll('\n', '\r\n')
    expect(writeXmp(readXmp(renamed))).toBe(writeXmp(readXmp(text)))
  })

  it('gives two prefixes to two namespaces that used the same one', () => {
    const text = sidecar({ elements: '<p:a xmlns:p="urn:one"/><p:b xmlns:p="urn:two"/>' })
    const written = writeXmp(readXmp(text))
    expect(readXmp(written).preserved.elements.map(({ uri, local }) => `${uri} ${local}`)).toEqual([
      'urn:one a',
      'urn:two b',
    ])
  })

  it('reads compressed parameters, and properties that are elements', () => {
    const packed = `gz02${deflateSync(Buffer.from('00112233', 'hex')).toString('base64')}`
    const properties = Object.entries({ operation: 'exposure', modversion: '6', params: packed })
    const elements = properties.map(
      ([name, value]) => `<darktable:${name}>${value}</darktable:${name}>`,
    )
    const history = `<rdf:li rdf:parseType="Resource">${elements.join('')}</rdf:li>`
    expect(readXmp(sidecar({ history })).entries).toMatchObject([
      { operation: 'exposure', modversion: 6, enabled: true, params: '00112233' },
    ])
  })

  it('leaves out undone steps, and takes the forms of the last step in force', () => {
    const form = (num: number, id: number) =>
      `<rdf:li darktable:mask_num="${num}" darktable:mask_id="${id}" darktable:mask_type="1"
        darktable:mask_version="6" darktable:mask_points="00" darktable:mask_nb="1"
        darktable:mask_src=""/>`
    const forms = [form(0, 5), form(1, 5), form(1, 6), form(2, 7)]
    const sequence = `<rdf:Seq>${forms.join('')}</rdf:Seq>`
    const elements = `<darktable:masks_history>${sequence}</darktable:masks_history>`
    const state = readXmp(
      sidecar({
        attributes: 'darktable:history_end="2"',
        history: `${step('', 0)}${step('', 1)}${step('', 2)}`,
        elements,
      }),
    )
    expect(state.entries).toHaveLength(2)
    expect(state.masks.map(({ id }) => id)).toEqual([5, 6])
  })

  it.each([
    [
      'a document type',
      sidecar({ head: '<!DOCTYPE x [<!ENTITY e "boom">]>' }),
      'declares a document type',
    ],
    [
      'an entity',
      sidecar({ attributes: 'darktable:history_end="1" xmp:Label="&e;"' }),
      'undefined entity',
    ],
    ['no XML', 'hello', 'cannot be read'],
    ['an open element', '<a><b></a>', 'cannot be read'],
    ['XML that is not XMP', '<a/>', 'not XMP'],
    [
      'more steps in force than there are',
      sidecar({ attributes: 'darktable:history_end="9"' }),
      '9 steps are in force, but it has 1',
    ],
    [
      'parameters that are not bytes',
      sidecar({ history: step('').replace('00ff', 'zz') }),
      'neither hex nor compressed',
    ],
    [
      'a version that is not a number',
      sidecar({ history: step('').replace('"6"', '"six"') }),
      'modversion of history[0] is not a whole number',
    ],
    [
      'an old sidecar',
      sidecar({ attributes: 'darktable:xmp_version="2" darktable:history_end="1"' }),
      'version 2; 3 and later',
    ],
    ['elements without end', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, 'nested deeper than 64'],
    [
      'a short blob that inflates to a huge one',
      sidecar({
        history: step('').replace(
          '00ff',
          `gz99${deflateSync(Buffer.alloc(8 * 1024 * 1024)).toString('base64')}`,
        ),
      }),
      'neither hex nor compressed',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(refusal(text)).toContain('invalid_input: ')
    expect(refusal(text)).toContain(message)
  })

  it('reads whatever it is given, or says what is wrong with it', () => {
    const text = sidecar({
      elements: '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>',
    })
    const broken = fc
      .tuple(
        fc.nat({ max: text.length }),
        fc.nat({ max: 40 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
      )
      .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))
    const rewrite = (given: string) => writeXmp(readXmp(given))
    fc.assert(
      fc.property(broken, (given) => {
        const said = refusal(given)
        expect(said === 'read' || said.startsWith('invalid_input: ')).toBe(true)
        if (said === 'read') expect(rewrite(rewrite(given))).toBe(rewrite(given))
      }),
      { numRuns: 500 },
    )
  })
})
