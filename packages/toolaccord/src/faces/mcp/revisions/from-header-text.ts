/** The form of a header whose text is not printable ASCII. */
const encoded = /^=\?base64\?(.*)\?=$/

/** Base64 with its padding, and nothing beside it; atob would take less. */
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** The text that a header stands for; undefined if it is encoded, and not in the right way. */
export function fromHeaderText(sent: string): string | undefined {
  const content = encoded.exec(sent)?.[1]
  if (content === undefined) return sent
  if (!base64.test(content)) return undefined
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
