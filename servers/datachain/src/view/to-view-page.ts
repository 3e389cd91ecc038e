import { runView } from './run-view.ts'

/**
 * The page that a host of MCP Apps puts into a frame, the same for every datachain. Its policy
 * allows its one script by hash, so that no document shown in it can run another.
 */
export async function toViewPage(): Promise<string> {
  const script = `(${runView.toString()})()`
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Datachain</title>
<style>:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:1rem}</style>
</head>
<body>
<p role="status">Waiting for a datachain.</p>
<script>${script}</script>
</body>
</html>
`
}

/** The hash of a script as a policy writes it. */
async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
