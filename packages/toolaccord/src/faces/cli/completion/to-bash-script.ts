import { escapeLine, shellQuote } from '../render/escape.ts'
import { toCaseArms, toWords } from './case-arms.ts'
import type { CompletedCommand, Completion } from './to-completion.ts'

/** Matches are made in a loop because `compgen -W` would expand what stands in the words. */
export function toBashScript(completion: Completion): string {
  const { invocation, program, prefix, identifier, commands, firstWords, globals } = completion
  const arms = (wordsOf: (command: CompletedCommand) => readonly string[]) =>
    commands
      .filter((command) => wordsOf(command).length > 0)
      .map(
        (command) =>
          `          ${shellQuote(command.name)}) words=(${toWords(wordsOf(command))}) ;;`,
      )
      .join('\n')
  const valueArms = toCaseArms(completion).map(
    ({ pattern, choices }) =>
      `    ${pattern}) ${choices.length === 0 ? 'return 0' : `words=(${toWords(choices)})`} ;;`,
  )
  return `# Completion of ${escapeLine(invocation)} for bash; load it with: source <(${escapeLine(invocation)} completion bash)
_${identifier}_completion() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' words=() word quoted i
  COMPREPLY=()
${prefix.map((word, index) => `  [[ \${COMP_WORDS[${index + 1}]} == ${shellQuote(word)} ]] || return 0\n`).join('')}\
  for ((i = ${prefix.length + 1}; i < COMP_CWORD; i++)); do
    word="\${command:+$command }\${COMP_WORDS[i]}"
    case $word in
      ${commands.map(({ name }) => shellQuote(name)).join(' | ')}) command=$word ;;
    esac
  done
  # Bash makes a word of the '=' in --flag=value.
  if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case "$command $previous" in
${valueArms.join('\n')}
    *)
      if [[ $current == -* ]]; then
        case $command in
${arms(({ flags }) => flags.map(({ token }) => token))}
        esac
        words+=(${toWords(globals.map(({ token }) => token))})
      else
        case $command in
          '') words=(${toWords(firstWords.map(({ name }) => name))}) ;;
${arms(({ words }) => words)}
        esac
      fi ;;
  esac
  for word in "\${words[@]}"; do
    if [[ $word == "$current"* ]]; then
      printf -v quoted %q "$word"
      COMPREPLY+=("$quoted")
    fi
  done
}
complete -o default -F _${identifier}_completion ${shellQuote(program)}
`
}
