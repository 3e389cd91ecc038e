import { escapeLine, shellQuote } from '../render/escape.ts'
import { type CaseArm, toCaseArms, toCommandArms, toWords } from './case-arms.ts'
import type { Completion } from './to-completion.ts'

/** Writes a completion script for zsh. */
export function toZshScript(completion: Completion): string {
  const { program, prefix, identifier, commands, firstWords, globals } = completion
  const invocation = escapeLine(completion.invocation)
  const names = commands.map(({ name }) => shellQuote(name)).join(' | ')
  return `# Completion of ${invocation} for zsh; load it after compinit with: source <(${invocation} completion zsh)
_${identifier}_completion() {
  local current=$words[CURRENT] previous=$words[CURRENT-1] command='' word i
  local -a candidates
${prefix.map(toPrefixTest).join('')}\
  for ((i = ${prefix.length + 2}; i < CURRENT; i++)); do
    word="\${command:+$command }$words[i]"
    case $word in
      (${names}) command=$word ;;
    esac
  done
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    compset -P '*='
  fi
  case "$command $previous" in
${toCaseArms(completion).map(toValueArm).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case $command in
${toCommandArms(commands, ({ flags }) => flags.map(({ token, summary }) => toCandidate(token, summary)), toArm)}
    esac
    candidates+=(${toWords(globals.map(({ token, summary }) => toCandidate(token, summary)))})
    _describe -o flag candidates
  elif [[ -z $command ]]; then
    candidates=(${toWords(firstWords.map(({ name, summary }) => toCandidate(name, summary)))})
    _describe command candidates
  else
    case $command in
${toCommandArms(commands, ({ words }) => words, toArm)}
    esac
    if (( $#candidates )); then compadd -a candidates; else _files; fi
  fi
}
compdef _${identifier}_completion ${shellQuote(program)}
`
}

const toPrefixTest = (word: string, index: number): string =>
  `  [[ $words[${index + 2}] == ${shellQuote(word)} ]] || { _files; return }\n`

function toValueArm({ pattern, choices }: CaseArm): string {
  const candidates = `candidates=(${toWords(choices)}); compadd -a candidates`
  const offer = choices.length === 0 ? '_files' : candidates
  return `    (${pattern}) ${offer}; return ;;`
}

const toArm = (name: string, words: string): string => `      (${name}) candidates=(${words}) ;;`

/** A candidate and its description, in the form that _describe reads. */
const toCandidate = (word: string, summary: string): string =>
  `${word.replaceAll(/[\\:]/g, String.raw`\$&`)}:${escapeLine(summary)}`
