import type { Action } from '../model/index.ts'

/** An address on the web that may be linked to, or undefined. */
export function toWebHref(text: string): string | undefined {
  if (plainWeb.test(text) && URL.canParse(text)) return text
  const url = toUrl(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** Where an action leads, or undefined when its target can only be shown. */
export function toActionHref({ type, target }: Action): string | undefined {
  const text = target.trim()
  if (type === 'postal') return undefined
  if (type === 'email') return toMailHref(text)
  if (type === 'phone') return toPhoneHref(text)
  return toWebHref(text) ?? toMailHref(text) ?? toPhoneHref(text)
}

/**
 * An address that a URL would write as it is; asking whether it is one is many times as fast as
 * taking it apart.
 */
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
  // A URL drops these wherever they stand, so that "java\nscript:" is not what it seems.
  if (/[\t\n\r]/.test(text)) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
