import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { html } from './html.ts'
import { type PageInit, toPage } from './to-page.ts'

const init: PageInit = {
  title: 'Plans',
  description: 'All plans.',
  body: html`<h1>Plans</h1>`,
  navigation: { trail: [] },
}

const textOf = (page: string, element: string) =>
  new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(page)?.[1]

const hashOf = (text = '') => createHash('sha256').update(text).digest('base64')

describe('a page', () => {
  it('has the style and the script that its policy allows, and no other', async () => {
    const styles = '.own{color:red}'
    const page = toPage({ ...init, styles, live: {} })
    const policy = await contentSecurityPolicy({ styles })
    expect(policy).toContain(`style-src 'sha256-${hashOf(textOf(page, 'style'))}'`)
    expect(policy).toContain(`script-src 'sha256-${hashOf(textOf(page, 'script'))}'`)
    expect(policy).not.toContain('unsafe')
    expect(page.match(/<(?:style|script)\b/g)).toEqual(['<style', '<script'])
    expect(page).not.toMatch(/\s(?:style|on\w+)=/)
  })

  it('has no script and nothing to refresh unless it is live', () => {
    expect(toPage(init)).not.toMatch(/<script|Refresh/)
  })

  it('has a link that loads it again if it is live, for those without script', () => {
    expect(toPage({ ...init, live: {} })).toContain('<a href="">Refresh</a>')
  })

  it('escapes every text that it is given', () => {
    const text = '"></title><script>x</script>'
    const link = { href: text, text, count: 1 }
    const page = toPage({
      ...init,
      title: text,
      lang: text,
      description: text,
      navigation: { trail: [link], sections: [link] },
      live: { events: text },
    })
    expect(page).not.toContain(text)
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  it('has one main part, a way to skip to it, and a name for each navigation', () => {
    const page = toPage({
      ...init,
      navigation: {
        trail: [{ href: '/', text: 'Home' }],
        sections: [{ href: '#a', text: 'A', count: 2 }],
      },
    })
    expect(page).toContain('<a class="skip" href="#content">')
    expect(page.match(/<main id="content"/g)).toHaveLength(1)
    expect(page.match(/<nav [^>]*aria-label="[^"]+"/g)).toHaveLength(2)
    expect(page).toContain('<li aria-current="page">Plans</li>')
  })

  it('has a script that cannot end its element', () => {
    const script = textOf(toPage({ ...init, live: {} }), 'script') ?? ''
    expect(script).not.toContain('<!--')
    expect(script.trimEnd().endsWith(')')).toBe(true)
  })
})
