import { escapeLine, shellQuote } from '../render/escape.ts'
import { toCaseArms, toWords } from './case-arms.ts'
import type { CompletedCommand, Completion } from './to-completion.ts'

export function toZshScript(completion: Completion): string {
  const { invocation, program, prefix, identifier, commands, firstWords, globals } = completion
  const arms = (wordsOf: (command: CompletedCommand) => readonly string[]) =>
    commands
      .filter((command) => wordsOf(command).length > 0)
      .map(
        (command) =>
          `      (${shellQuote(command.name)}) candidates=(${toWords(wordsOf(command))}) ;;`,
      )
      .join('\n')
  const valueArms = toCaseArms(completion).map(({ pattern, choices }) => {
    const offer =
      choices.length === 0 ? '_files' : `candidates=(${toWords(choices)}); compadd -a candidates`
    return `    (${pattern}) ${offer}; return ;;`
  })
  return `# Completion of ${escapeLine(invocation)} for zsh; load it after compinit with: source <(${escapeLine(invocation)} completion zsh)
_${identifier}_completion() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] command='' word i
  local -a candidates
${prefix.map((word, index) => `  [[ $words[${index + 2}] == ${shellQuote(word)} ]] || { _files; return }\n`).join('')}\
  for ((i = ${prefix.length + 2}; i < CURRENT; i++)); do
    word="\${command:+$command }$words[i]"
    case $word in
      (${commands.map(({ name }) => shellQuote(name)).join(' | ')}) command=$word ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    compset -P '*='
  fi
  case "$command $previous" in
${valueArms.join('\n')}
  esac
  if [[ $current == -* ]]; then
    case $command in
${arms(({ flags }) => flags.map(({ token, summary }) => describe(token, summary)))}
    esac
    candidates+=(${toWords(globals.map(({ token, summary }) => describe(token, summary)))})
    _describe -o flag candidates
  elif [[ -z $command ]]; then
    candidates=(${toWords(firstWords.map(({ name, summary }) => describe(name, summary)))})
    _describe command candidates
  else
    case $command in
${arms(({ words }) => words)}
    esac
    if (( $#candidates )); then compadd -a candidates; else _files; fi
  fi
}
compdef _${identifier}_completion ${shellQuote(program)}
`
}

/** A candidate and its description, as _describe wants them. */
const describe = (word: string, summary: string) =>
  `${word.replaceAll(/[\\:]/g, String.raw`\$&`)}:${escapeLine(summary)}`
