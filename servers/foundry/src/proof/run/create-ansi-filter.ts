/** Takes the codes for colours and cursors out of text that comes in parts. */
export interface AnsiFilter {
  /** Returns the text without codes; a code that is cut in two waits for its rest. */
  write(text: string): string
  /** Returns what still waits. */
  end(): string
}

/** CSI, OSC (ended by BEL or ST), other strings, and the escapes of two or three characters. */
const codes =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[ -/]*[0-OQ-WYZ`-~]/g

/** Controls that a terminal acts on; tab, line feed and carriage return are text. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u0080-\u009F]/g

/** A code that is longer than this is not one. */
const longestCode = 4096

/** Creates a filter for one stream of text. */
export function createAnsiFilter(): AnsiFilter {
  let waiting = ''
  const clean = (text: string) => text.replace(codes, '').replace(controls, '')
  return {
    write(text) {
      const all = (waiting + text).replace(codes, '')
      const cut = all.indexOf('\u001B')
      if (cut === -1 || all.length - cut > longestCode) {
        waiting = ''
        return clean(all)
      }
      waiting = all.slice(cut)
      return clean(all.slice(0, cut))
    },
    end() {
      const rest = waiting
      waiting = ''
      return clean(rest)
    },
  }
}
