import { escapeLine, shellQuote } from '../render/escape.ts'
import { type CaseArm, toCaseArms, toCommandArms, toWords } from './case-arms.ts'
import type { Completion } from './to-completion.ts'

/**
 * Writes a completion script for bash. It compares words in a loop, because `compgen -W` would
 * expand them.
 */
export function toBashScript(completion: Completion): string {
  const { program, prefix, identifier, commands, firstWords, globals } = completion
  const invocation = escapeLine(completion.invocation)
  const names = commands.map(({ name }) => shellQuote(name)).join(' | ')
  return `# Completion of ${invocation} for bash; load it with: source <(${invocation} completion bash)
_${identifier}_completion() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' words=() word quoted i
  COMPREPLY=()
${prefix.map(toPrefixTest).join('')}\
  for ((i = ${prefix.length + 1}; i < COMP_CWORD; i++)); do
    word="\${command:+$command }\${COMP_WORDS[i]}"
    case $word in
      ${names}) command=$word ;;
    esac
  done
  # Bash makes a word of the '=' in --flag=value.
  if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case "$command $previous" in
${toCaseArms(completion).map(toValueArm).join('\n')}
    *)
      if [[ $current == -* ]]; then
        case $command in
${toCommandArms(commands, ({ flags }) => flags.map(({ token }) => token), toArm)}
        esac
        words+=(${toWords(globals.map(({ token }) => token))})
      else
        case $command in
          '') words=(${toWords(firstWords.map(({ name }) => name))}) ;;
${toCommandArms(commands, ({ words }) => words, toArm)}
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

const toPrefixTest = (word: string, index: number): string =>
  `  [[ \${COMP_WORDS[${index + 1}]} == ${shellQuote(word)} ]] || return 0\n`

function toValueArm({ pattern, choices }: CaseArm): string {
  const offer = choices.length === 0 ? 'return 0' : `words=(${toWords(choices)})`
  return `    ${pattern}) ${offer} ;;`
}

const toArm = (name: string, words: string): string => `          ${name}) words=(${words}) ;;`
