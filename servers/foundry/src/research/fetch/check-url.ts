import { FoundryError } from '../../errors/foundry-error.ts'

const longest = 2_000
const lowestFreePort = 1_024

/** Reads an address that may be fetched: http or https, without credentials, on a usual port. */
export function checkUrl(text: string, base?: URL): URL {
  const url = parseUrl(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FoundryError('BLOCKED_HOST', `The address begins with ${url.protocol}`, {
      hint: 'Give an address that begins with http:// or https://.',
    })
  if (url.username !== '' || url.password !== '')
    throw new FoundryError('BLOCKED_HOST', 'The address has a user name or a password in it.', {
      hint: 'Save the document and add it as a file.',
    })
  const port = Number(url.port)
  const isUsual = url.port === '' || port === 80 || port === 443 || port >= lowestFreePort
  if (!isUsual)
    throw new FoundryError('BLOCKED_HOST', `The address has port ${port}.`, {
      hint: `Ports 80, 443 and from ${lowestFreePort} up are allowed.`,
    })
  return url
}

function parseUrl(text: string, base?: URL): URL {
  const isUsable = text.length <= longest && URL.canParse(text, base)
  if (isUsable) return new URL(text, base)
  throw new FoundryError('VALIDATION_ERROR', 'The address is not a URL.', {
    hint: `Give a whole one of at most ${longest} characters, such as https://example.org/page.`,
  })
}
