import { html, raw } from 'hono/html'
import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import { statusOf } from '../../../outcome/codebook.ts'
import { failure } from '../../../outcome/failure.ts'
import { describeSchema } from '../../../schema/describe-schema.ts'
import type { JsonSchema } from '../../../schema/json-schema.ts'
import { viewObject } from '../../../schema/json-schema.ts'
import type { Server } from '../../../server.ts'
import { describeCode } from '../open-api/describe-code.ts'
import { type ToolRoute, routesOf } from '../requests/routes.ts'
import { type ResourceRoute, resourceRoutesOf } from '../resources/resource-routes.ts'
import { commandExample, curlExample } from './examples.ts'

/** HTML in which everything that is not markup of this file has been escaped. */
type Html = ReturnType<typeof html>

/** The page at `/`: every tool, readable without scripts. */
export function toolPage(server: Server, origin: string): Html {
  const tools = server.tools()
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${server.name} ${server.version}</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>${server.name} <small>${server.version}</small></h1>
${server.summary !== undefined && html`<p>${server.summary}</p>`}
<p>${contractLine(server)} <a href="openapi.json">OpenAPI</a></p>
<nav>${tools.map(({ name }) => html`<a href="#${name}">${name}</a> `)}</nav>
</header>
<main>${tools.map((tool) => toolSection(server, tool, origin))}${resourceSection(server)}</main>
</body>
</html>
`
}

const contractLine = ({ contract }: Server): Html =>
  html`Answers are envelopes of the <code>${contract.name}</code> contract.`

function toolSection(server: Server, tool: ToolListing, origin: string): Html {
  const routes = routesOf(tool)
  return html`
<section id="${tool.name}">
<h2>${tool.name} <small>${tool.effect}</small></h2>
<p>${tool.summary}</p>
${tool.description !== undefined && html`<p>${tool.description}</p>`}
${tool.job === 'starts' && longNote}
${argumentTable(tool.inputSchema)}
${codeList(server, tool)}
<h3>Routes</h3><ul>${routes.map(routeItem)}</ul>
<pre>${routes.slice(-1).map((route) => curlExample(route, origin))}
${commandExample(tool)}</pre>
</section>`
}

const longNote = html`<p>It may take long. An answer that is not ready in time is 202, with the path
of a job in <code>Location</code>: <code>GET</code> gives its answer or how far it is,
<code>DELETE</code> cancels it. <code>Prefer: wait=N</code> says how many seconds to wait,
<code>Prefer: respond-async</code> not to wait.</p>`

function codeList({ codes: book }: Server, { codes }: ToolListing): Html | false {
  if (codes.length === 0) return false
  const items = codes.map((code) => {
    const status = statusOf(book, failure(code))
    return html`<li><code>${code}</code> (${status}) ${describeCode(book, code)}</li>`
  })
  return html`<h3>Codes</h3><ul>${items}</ul>`
}

function routeItem({ method, path, body, fixed }: ToolRoute): Html {
  const bodyNote = body !== undefined && html`, with <code>${body}</code> as the body`
  const cancelNote = fixed !== undefined && ', to cancel'
  return html`<li><code>${method} ${path}</code>${bodyNote}${cancelNote}</li>`
}

function resourceSection({ resources }: Server): Html | false {
  const items = resourceRoutesOf(resources()).map(resourceItem)
  if (items.length === 0) return false
  return html`
<section id="resources"><h2>Resources</h2><ul>${items}</ul></section>`
}

/** A resource that can be read over HTTP; only a path without variables can be a link. */
function resourceItem({ path, resource }: ResourceRoute): Html {
  const { name, title = name, summary } = resource
  const route = html`<code>GET ${path}</code>`
  const link = path.includes(':') ? route : html`<a href="${path}">${route}</a>`
  return html`<li>${link} ${title}${summary !== undefined && html`: ${summary}`}</li>`
}

function argumentTable(schema: JsonSchema): Html {
  const { properties, required } = viewObject(schema, schema)
  const rows = Object.entries(properties).map(([name, argument]) => {
    const cells = [
      html`<code>${name}</code>`,
      describeSchema(argument, schema),
      presence(argument, required.includes(name)),
      argument.description,
    ]
    return html`
<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
  })
  if (rows.length === 0) return html`<p>It takes no arguments.</p>`
  const names = ['argument', 'accepts', 'given', '']
  const head = html`<tr>${names.map((name) => html`<th>${name}</th>`)}</tr>`
  return html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`
}

function presence({ default: initial }: JsonSchema, isRequired: boolean): string {
  if (isRequired) return 'required'
  if (initial === undefined) return 'optional'
  return `default ${JSON.stringify(initial)}`
}

const style = `
:root {
  color-scheme: light dark;
  --ink: #1c2024; --dim: #5f6b76; --line: #d9dee3; --paper: #fff; --code: #f3f5f7
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --dim: #9aa5b1; --line: #343b43; --paper: #14171a; --code: #1e2328 }
}
body {
  font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem
}
h2 { border-top: 1px solid var(--line); padding-top: 1.5rem; margin-top: 2rem }
h3 { font-size: 1rem; margin-bottom: 0 }
small, th { color: var(--dim); font-weight: normal }
a { color: inherit }
table { border-collapse: collapse; width: 100% }
th, td {
  text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0;
  border-bottom: 1px solid var(--line)
}
code, pre {
  font: .9em ui-monospace, monospace; background: var(--code);
  border-radius: 3px; padding: 0 .2em
}
pre { padding: .75rem; overflow-x: auto }
`
