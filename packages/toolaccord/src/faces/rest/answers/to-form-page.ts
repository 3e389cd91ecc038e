import type { Outcome, Problem } from '../../../outcome/outcome.ts'

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;padding:1rem}
li{margin-block:.5rem;overflow-wrap:anywhere}`

/** The page that people see after a form that could not be followed by another page. */
export function toFormPage(outcome: Outcome, back: string): string {
  const title = outcome.ok ? 'Done' : 'This was not done'
  const problems = outcome.ok ? [] : outcome.problems
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<ul>
${problems.map(toItem).join('\n')}
</ul>
<p><a href="${escape(back)}">Back to the page</a></p>
</main>
</body>
</html>
`
}

function toItem({ code, message, path, hint }: Problem): string {
  const place = path === undefined ? '' : `<b>${escape(path)}</b>: `
  const advice = hint === undefined ? '' : `<br>${escape(hint)}`
  return `<li>${place}${escape(message)}${advice} <small>(${escape(code)})</small></li>`
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
