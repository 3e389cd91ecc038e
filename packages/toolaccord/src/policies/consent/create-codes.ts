import { hashJson } from '../../json/hash-json.ts'
import { toHex } from '../../json/to-hex.ts'
import { type Store, toSharedKey } from '../../stores/store.ts'

/** The call that an agreement is good for. */
export interface Subject {
  readonly tool: string
  /** The hash of the exact arguments. */
  readonly args: string
  /** The id of the caller, empty if nobody is asked who they are. */
  readonly caller: string
}

/** Codes that say, once, that a user agreed to exactly one call. */
export interface ConsentCodes {
  /** Makes the code for a call; one that was made for it before is not good any more. */
  issue(subject: Subject): Promise<string>
  /** Uses a code up. `wrong`: the call has another one. `none`: the call has none. */
  redeem(subject: Subject, given: unknown): Promise<'good' | 'wrong' | 'none'>
}

/** After this many wrong guesses a code is gone. */
const maxGuesses = 3

/** Without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Eight characters hold 40 random bits. */
const codeLength = 8

/** Creates codes that are good in every process with the same store. */
export function createCodes(store: Store, expiresMs: number): ConsentCodes {
  /** Counts a guess; several at once count as several. */
  async function isLastGuess(slot: string): Promise<boolean> {
    for (let guess = 1; guess < maxGuesses; guess++) {
      if (await store.add(`${slot}:guess:${guess}`, '', expiresMs)) return false
    }
    return true
  }

  return {
    async issue(subject) {
      const code = createCode()
      await store.set(await keyOf(subject), code, expiresMs)
      return code
    },
    async redeem(subject, given) {
      const key = await keyOf(subject)
      const code = await store.get(key)
      if (code === undefined) return 'none'
      const slot = `${key}:${code}`
      if (toCode(given) !== code) {
        if (await isLastGuess(slot)) await store.delete(key)
        return 'wrong'
      }
      const isFirstUse = await store.add(`${slot}:used`, '', expiresMs)
      await store.delete(key).catch(ignoreLeftCode)
      return isFirstUse ? 'good' : 'none'
    },
  }
}

/** A code that could not be removed is of no use, because it is noted as used. */
function ignoreLeftCode(): void {}

async function keyOf({ tool, args, caller }: Subject): Promise<string> {
  const [share, call] = await Promise.all([hashJson(caller), hashJson([tool, args, caller])])
  return toSharedKey('consent-code', toHex(share), toHex(call))
}

function createCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** A code as people and models write it: in any case, with letters for digits. */
function toCode(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2 * codeLength) return ''
  return given.trim().toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
}
