import { StringDecoder } from 'node:string_decoder'
import { createAnsiFilter } from './create-ansi-filter.ts'

/** What a command prints, of which only the beginning and the end are kept. */
export interface Output {
  /** Takes bytes, and returns the text that they complete. */
  write(bytes: Buffer): string
  /** How many bytes were printed. */
  readonly bytes: number
  /** Returns what is kept; a line in the middle says how much is not. */
  end(): string
}

/** Creates an output that keeps at most so many bytes of text. */
export function createOutput(maxBytes: number): Output {
  const decoder = new StringDecoder('utf8')
  const filter = createAnsiFilter()
  const kept = createEnds(maxBytes)
  let bytes = 0
  return {
    write(chunk) {
      bytes += chunk.length
      const text = filter.write(decoder.write(chunk))
      kept.add(text)
      return text
    },
    get bytes() {
      return bytes
    },
    end() {
      kept.add(filter.write(decoder.end()) + filter.end())
      return kept.toText()
    },
  }
}

/** True if a text that was kept says that its middle is cut. */
export const hasCut = (text: string): boolean => /^\[\d+ bytes cut here\]$/m.test(text)

/** The first and the last half of what is added. */
function createEnds(maxBytes: number) {
  const half = Math.max(1, Math.floor(maxBytes / 2))
  let head = Buffer.alloc(0)
  let tail: Buffer[] = []
  let tailBytes = 0
  let total = 0
  const shorten = () => {
    const all = Buffer.concat(tail)
    tail = [all.subarray(Math.max(0, all.length - half))]
    tailBytes = tail[0]?.length ?? 0
  }
  return {
    add(text: string) {
      const bytes = Buffer.from(text)
      total += bytes.length
      const room = half - head.length
      if (room > 0) head = Buffer.concat([head, bytes.subarray(0, room)])
      if (bytes.length <= room) return
      const rest = bytes.subarray(Math.max(0, room))
      tail.push(rest)
      tailBytes += rest.length
      // Parts are joined rarely, so that many small ones cost no more than a few large ones.
      if (tailBytes > 4 * half) shorten()
    },
    toText() {
      shorten()
      const end = tail[0] ?? Buffer.alloc(0)
      const cut = total - head.length - end.length
      if (cut === 0) return Buffer.concat([head, end]).toString('utf8')
      return `${withoutCutEnd(head)}\n[${cut} bytes cut here]\n${withoutCutStart(end)}`
    },
  }
}

const isContinuation = (byte: number | undefined) =>
  byte !== undefined && byte >= 0x80 && byte < 0xc0

/** A character that the cut has halved is left out. */
function withoutCutStart(bytes: Buffer): string {
  let start = 0
  while (start < 4 && isContinuation(bytes[start])) start += 1
  return bytes.subarray(start).toString('utf8')
}

const withoutCutEnd = (bytes: Buffer): string => new StringDecoder('utf8').write(bytes)
