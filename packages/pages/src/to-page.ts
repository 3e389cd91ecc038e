import { englishWords, type PageWords } from './english-words.ts'
import { type Html, html, type Part, safe } from './html.ts'
import { liveScript } from './live/live-script.ts'
import { stylesheet } from './stylesheet.ts'

/** A link in the navigation of a page. */
export interface PageLink {
  readonly href: string
  readonly text: string
  /** Shown beside the text. */
  readonly count?: number | undefined
}

/** How readers find their way. */
export interface PageNavigation {
  /** The pages above this one, from the first; the page itself is named at the end. */
  readonly trail: readonly PageLink[]
  /** The parts of this page. */
  readonly sections?: readonly PageLink[] | undefined
}

/** How a page keeps itself up to date. */
export interface LivePage {
  /** The address of server-sent events; without it the page asks again from time to time. */
  readonly events?: string | undefined
  /** How often it asks if there are no events. Default: 15 seconds. */
  readonly pollMs?: number | undefined
  /** The least time between two updates. Default: 1 second. */
  readonly pauseMs?: number | undefined
}

/** What a page is made of. */
export interface PageInit {
  readonly title: string
  /** The language of the page. Default: `en`. */
  readonly lang?: string | undefined
  readonly description: string
  /** The content, with an `h1`. */
  readonly body: Html
  readonly navigation: PageNavigation
  /** What the server adds to the stylesheet; the policy has to be made with the same text. */
  readonly styles?: string | undefined
  readonly live?: LivePage | undefined
  readonly words?: PageWords | undefined
}

/** Writes a whole HTML document. It works without its script, which only keeps it up to date. */
export function toPage(page: PageInit): string {
  const { title, lang = 'en', description, body, live, words = englishWords } = page
  const { sections = [] } = page.navigation
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${safe(toStyle(page.styles))}</style>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="bar">
${toTrail(page, words)}
${live && toLiveBar(live, words)}
</header>
${sections.length > 0 && toSections(sections, words)}
<main id="content" tabindex="-1" data-live>
${body}
</main>
${live && html`<script type="module">${safe(liveScript())}</script>`}
</body>
</html>
`.toString()
}

/** The text of the one style element of a page. */
export const toStyle = (styles = ''): string => `${stylesheet}${styles}`

function toTrail({ title, navigation }: PageInit, words: PageWords): Html {
  const links = navigation.trail.map(
    ({ href, text }) => html`<li><a href="${href}">${text}</a></li>`,
  )
  const here = html`<li aria-current="page">${title}</li>`
  return html`<nav aria-label="${words.trail}"><ol class="trail">${links}${here}</ol></nav>`
}

/** The reader's own link comes first: it works without the script. */
function toLiveBar(
  { events = '', pollMs = 15_000, pauseMs = 1000 }: LivePage,
  words: PageWords,
): Html {
  return html`<p class="live" data-live-events="${events}" data-poll="${pollMs}"
  data-pause="${pauseMs}" data-updated="${words.updated}" data-lost="${words.lost}">
<span data-live-time></span><span class="unseen" role="status"></span>
<a href="">${words.refresh}</a></p>`
}

function toSections(links: readonly PageLink[], words: PageWords): Html {
  const items = links.map(
    ({ href, text, count }) => html`<li><a href="${href}">${text}${toCount(count)}</a></li>`,
  )
  return html`<nav class="sections" id="sections" aria-label="${words.sections}" data-live><ul>${items}</ul></nav>`
}

const toCount = (count: number | undefined): Part =>
  count !== undefined && html` <span class="count">${count}</span>`
