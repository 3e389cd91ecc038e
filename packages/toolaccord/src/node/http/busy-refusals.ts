import { Refusal } from '../../outcome/refusal.ts'

/** The refusal of a request that comes while the server closes. */
export const serverCloses = (): Refusal =>
  new Refusal(
    'unavailable',
    {
      message: 'The server is closing and takes no new requests.',
      hint: 'Send the request again in a moment; it was not run.',
    },
    { 'Retry-After': '1' },
  )

/** The refusal of a request that comes while the server holds all it may. */
export const serverIsFull = (): Refusal =>
  new Refusal(
    'unavailable',
    {
      message: 'The server has too much to send and takes no new requests.',
      hint: 'Send the request again in a moment; it was not run.',
    },
    { 'Retry-After': '1' },
  )
