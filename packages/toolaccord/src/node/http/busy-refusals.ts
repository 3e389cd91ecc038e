import { Refusal } from '../../outcome/refusal.ts'

/** The refusals of requests that come at a bad time; none of them was run. */
export const busyRefusals = {
  /** The server closes. */
  closing: (): Refusal => toRefusal('The server is closing and takes no new requests.'),
  /** The server holds all that it may. */
  full: (): Refusal => toRefusal('The server has too much to send and takes no new requests.'),
} as const

const toRefusal = (message: string): Refusal =>
  new Refusal(
    'unavailable',
    { message, hint: 'Send the request again in a moment; it was not run.' },
    { 'Retry-After': '1' },
  )
