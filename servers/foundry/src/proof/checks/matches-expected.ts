import { createContext, runInContext } from 'node:vm'

/** Whether an output has what is expected; `unreadable` if the pattern cannot be used. */
export type ExpectedMatch = 'yes' | 'no' | 'unreadable'

const longestPattern = 500

/** How long a pattern may look: some patterns take years for a short text. */
const patienceMs = 1000

/**
 * Looks for what is expected in an output: `/pattern/flags` as a regular expression, everything
 * else as the text that it is.
 */
export function matchesExpected(output: string, expected: string): ExpectedMatch {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(expected.trim()) ?? []
  if (source === undefined) return output.includes(expected.trim()) ? 'yes' : 'no'
  if (source.length > longestPattern) return 'unreadable'
  // Only another context can be stopped while a regular expression runs.
  const context = createContext({ source, flags, output })
  try {
    const isMatch: unknown = runInContext('new RegExp(source, flags).test(output)', context, {
      timeout: patienceMs,
    })
    return isMatch === true ? 'yes' : 'no'
  } catch {
    return 'unreadable'
  }
}
