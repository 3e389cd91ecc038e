import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chemigramContract } from '../../../contracts/chemigram/contract.ts'
import { defineTool } from '../../../define/tool.ts'
import { ok } from '../../../outcome/outcome.ts'
import { defineServer } from '../../../server.ts'
import { toolPage } from './tool-page.ts'

const evil = '<script>alert("x")</script>&\''

const plain = defineTool({
  name: 'plain',
  summary: evil,
  output: z.object({}),
  effect: 'read',
  run: () => ok({}),
})
const rich = defineTool({
  name: 'set_size',
  summary: 'Set a size.',
  description: evil,
  input: z.object({
    id: z.string().describe(evil),
    size: z.int().min(3).max(9),
    unit: z.enum(["it's", 'cm']),
    tags: z.array(z.string()).default(['a']),
    dry: z.boolean().optional(),
  }),
  output: z.object({}),
  effect: 'write',
  codes: ['not_here', 'invalid_input'],
  rest: { method: 'PUT', path: '/sizes/:id' },
  cli: { positionals: ['id'], flags: { size: 'width' } },
  run: () => ok({}),
})
const remove = defineTool({
  name: 'remove',
  summary: 'Remove it.',
  input: z.object({ id: z.string(), when: z.object({ day: z.int() }), sure: z.boolean() }),
  output: z.object({}),
  effect: 'destroy',
  rest: { method: 'DELETE', path: '/sizes/:id' },
  run: () => ok({}),
})

const server = defineServer({
  name: evil,
  version: '1.2.3',
  summary: evil,
  contract: chemigramContract,
  codes: { not_here: { kind: 'not_found', summary: evil } },
  tools: [plain, rich, remove],
})
const page = String(toolPage(server, 'http://localhost:8808'))
const text = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('the page of a server', () => {
  it('has small numbers in its examples, where a schema names none', () => {
    const scan = defineTool({
      name: 'scan',
      summary: 'Scan.',
      input: z.object({ pages: z.int() }),
      output: z.object({}),
      effect: 'write',
      run: () => ok({}),
    })
    const shown = String(
      toolPage(defineServer({ name: 's', version: '1', tools: [scan] }), 'http://a'),
    )
    expect(shown.replaceAll('&quot;', '"')).toContain('{"pages":1}')
  })

  it('escapes whatever an author wrote', () => {
    expect(page).not.toContain('<script')
    expect(
      page.match(/&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;&amp;&#39;/g),
    ).toHaveLength(7)
  })

  it('shows name, version and contract', () => {
    expect(page).toContain('<small>1.2.3</small>')
    expect(page).toContain('<code>chemigram</code>')
  })

  it.each([
    '<td><code>id</code></td><td>string</td><td>required</td>',
    '<td><code>size</code></td><td>integer from 3 to 9</td><td>required</td>',
    "<td><code>unit</code></td><td>'it's' or 'cm'</td><td>required</td>",
    '<td><code>tags</code></td><td>array of string</td><td>default ["a"]</td>',
    '<td><code>dry</code></td><td>true or false</td><td>optional</td>',
  ])('shows what an argument accepts: %s', (row) => {
    expect(text).toContain(row)
  })

  it.each([
    '<p>It takes no arguments.</p>',
    '<h2>set_size <small>write</small></h2>',
    '<code>invalid_input</code> (400)',
    '<code>not_here</code> (404)',
    '<code>PUT /sizes/:id</code>',
    '<code>GET /api/plain</code>',
  ])('shows %s', (part) => {
    expect(text).toContain(part)
  })

  it.each([
    "curl 'http://localhost:8808/api/plain'",
    "curl -X PUT 'http://localhost:8808/sizes/ID' -H 'Content-Type: application/json' " +
      String.raw`-d '{"size":3,"unit":"it'\''s"}'`,
    "curl -X DELETE 'http://localhost:8808/sizes/ID?when=%7B%7D&sure=true'",
    'toolaccord SERVER plain',
    "toolaccord SERVER set-size ID --width NUMBER --unit it's|cm",
    'toolaccord SERVER remove --id TEXT --when JSON --sure',
  ])('shows the line %s', (line) => {
    expect(text).toContain(line)
  })
})
