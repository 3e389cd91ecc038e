import type { Action } from '../model/index.ts'

/** The address of a web page, ready for a link; undefined if it must not be linked to. */
export function toWebHref(text: string): string | undefined {
  if (plainWeb.test(text) && URL.canParse(text)) return text
  const url = toUrl(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb ? url.href : undefined
}

/** The link of an action; undefined if its target can only be shown. */
export function toActionHref({ type, target }: Action): string | undefined {
  const text = target.trim()
  if (type === 'postal') return undefined
  if (type === 'email') return toMailHref(text)
  if (type === 'phone') return toPhoneHref(text)
  return toWebHref(text) ?? toMailHref(text) ?? toPhoneHref(text)
}

/** An address that URL would write as it is; this test is many times as fast as parsing. */
const plainWeb = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w~/-]*$/
const plainAddress = /^[^\s@:/?#<>"'\\]{1,64}@[^\s@:/?#<>"'\\]{1,255}$/
const plainNumber = /^\+?[\d\s().-]{2,40}$/

function toMailHref(text: string): string | undefined {
  const url = toUrl(plainAddress.test(text) ? `mailto:${text}` : text)
  return url?.protocol === 'mailto:' ? url.href : undefined
}

function toPhoneHref(text: string): string | undefined {
  const number = /^tel:/i.test(text) ? text.slice('tel:'.length) : text
  return plainNumber.test(number) ? `tel:${number.replaceAll(/[^\d+]/g, '')}` : undefined
}

function toUrl(text: string): URL | undefined {
  // URL drops these everywhere, so "java\nscript:" would become a script.
  if (/[\t\n\r]/.test(text)) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
