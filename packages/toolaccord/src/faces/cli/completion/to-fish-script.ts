import { escapeLine } from '../render/escape.ts'
import type { CompletedFlag, Completion } from './to-completion.ts'

export function toFishScript({
  invocation,
  program,
  prefix,
  identifier,
  commands,
  firstWords,
  globals,
}: Completion): string {
  const is = `__${identifier}_command_is`
  const complete = (...words: readonly string[]) =>
    `complete -c ${quote(program)} ${words.join(' ')}`
  const when = (command: string) => `-n ${quote(`${is} ${quote(command)}`)}`
  return `# Completion of ${escapeLine(invocation)} for fish; load it with: ${escapeLine(invocation)} completion fish | source
function ${is}
  set -l words (commandline -opc)
${prefix.map((word, index) => `  test "$words[${index + 2}]" = ${quote(word)}; or return 1\n`).join('')}\
  set -l command
  for word in $words[${prefix.length + 2}..-1]
    set -l longer (string join ' ' -- $command $word)
    contains -- $longer ${commands.map(({ name }) => quote(name)).join(' ')}; and set command $longer
  end
  test "$command" = "$argv[1]"
end
${[
  ...firstWords.map(({ name, summary }) =>
    complete(when(''), '-f', '-a', quote(quote(name)), toDescription(summary)),
  ),
  ...globals.map((flag) => complete(...toFlag(flag))),
  ...commands.flatMap(({ name, flags, words }) => [
    ...flags.map((flag) => complete(when(name), ...toFlag(flag))),
    ...(words.length > 0 ? [complete(when(name), '-f', '-a', toCandidates(words))] : []),
  ]),
].join('\n')}
`
}

function toFlag({ token, takesValue, choices, summary }: CompletedFlag): string[] {
  const name = token.startsWith('--')
    ? `-l ${quote(token.slice(2))}`
    : `-s ${quote(token.slice(1))}`
  const value = !takesValue ? [] : choices.length > 0 ? ['-x', '-a', toCandidates(choices)] : ['-r']
  return [name, ...value, toDescription(summary)]
}

const toDescription = (summary: string) => `-d ${quote(escapeLine(summary))}`

/** Quoted twice, because fish expands what it completes with. */
const toCandidates = (words: readonly string[]) => quote(words.map(quote).join(' '))

const quote = (word: string) => `'${word.replaceAll(/[\\']/g, String.raw`\$&`)}'`
