export { type Html, type Part, html, join, safe, toHtml } from './html.ts'
