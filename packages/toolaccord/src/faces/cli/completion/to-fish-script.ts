import { escapeLine } from '../render/escape.ts'
import type { CompletedFlag, Completion } from './to-completion.ts'

/** Writes a completion script for fish. */
export function toFishScript(completion: Completion): string {
  const { prefix, identifier, commands } = completion
  const invocation = escapeLine(completion.invocation)
  const test = toTestName(identifier)
  const names = commands.map(({ name }) => quote(name)).join(' ')
  return `# Completion of ${invocation} for fish; load it with: ${invocation} completion fish | source
function ${test}
  set -l words (commandline -opc)
${prefix.map(toPrefixTest).join('')}\
  set -l command
  for word in $words[${prefix.length + 2}..-1]
    set -l longer (string join ' ' -- $command $word)
    contains -- $longer ${names}; and set command $longer
  end
  test "$command" = "$argv[1]"
end
${toRules(completion).join('\n')}
`
}

/** The `complete` lines: first words, flags of every command, then flags and words of each. */
function toRules(completion: Completion): string[] {
  const { program, identifier, commands, firstWords, globals } = completion
  const rules: string[] = []
  const add = (...words: readonly string[]) => {
    rules.push(`complete -c ${quote(program)} ${words.join(' ')}`)
  }
  const when = (command: string) => `-n ${quote(`${toTestName(identifier)} ${quote(command)}`)}`
  for (const { name, summary } of firstWords) {
    add(when(''), '-f', '-a', quote(quote(name)), toDescription(summary))
  }
  for (const flag of globals) add(...toFlag(flag))
  for (const { name, flags, words } of commands) {
    for (const flag of flags) add(when(name), ...toFlag(flag))
    if (words.length > 0) add(when(name), '-f', '-a', toCandidates(words))
  }
  return rules
}

/** The function that tells whether a command is being completed. */
const toTestName = (identifier: string): string => `__${identifier}_command_is`

const toPrefixTest = (word: string, index: number): string =>
  `  test "$words[${index + 2}]" = ${quote(word)}; or return 1\n`

function toFlag({ token, takesValue, choices, summary }: CompletedFlag): string[] {
  const isLong = token.startsWith('--')
  const parts = [isLong ? `-l ${quote(token.slice(2))}` : `-s ${quote(token.slice(1))}`]
  if (takesValue && choices.length > 0) parts.push('-x', '-a', toCandidates(choices))
  else if (takesValue) parts.push('-r')
  parts.push(toDescription(summary))
  return parts
}

const toDescription = (summary: string) => `-d ${quote(escapeLine(summary))}`

/** Quoted twice, because fish expands what it completes with. */
const toCandidates = (words: readonly string[]) => quote(words.map(quote).join(' '))

const quote = (word: string) => `'${word.replaceAll(/[\\']/g, String.raw`\$&`)}'`
