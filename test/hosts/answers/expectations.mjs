// What a model must see, as data: the calls that it makes, and the facts of each answer.
import { textOf } from '../dialects/blocks.mjs'
import { codes, itemCount, words } from '../fixture/words.mjs'
import {
  hasProgress,
  hidden,
  isAskedOnce,
  isOurs,
  isPictureShown,
  isTruthful,
  mention,
  mentions,
  word,
} from './judge.mjs'

const hash = /\bsha256:[0-9a-f]{64}\b/

/** A property or a line that says what to do; a host may have escaped the quotes. */
const nextStep = /(remediation|hint|instruction)[\\":\s]+(?!null)\w{2,}/i

/** The codes of the four contracts for what the user has not agreed to. */
const consentCode = /\b(CONSENT_REQUIRED|permission_error|consent_required|safeguard_prevented)\b/

/** The same for a question that was declined, not answered, or could not be asked. */
const questionCodes = [
  'FORBIDDEN',
  'UNAVAILABLE',
  'NOT_IMPLEMENTED',
  'permission_error',
  'security_error',
  'state_error',
  'forbidden',
  'unavailable',
  'not_implemented',
]
const questionCode = new RegExp(`\\b(${questionCodes.join('|')})\\b`)

/** The answer to a question that nobody can answer. */
const unanswered = (code) => ({
  'an answer of ours': isOurs,
  code: mention(code),
  'what to do next': mention(nextStep),
  'one question': isAskedOnce,
  truthful: isTruthful,
})

/** All that a success has to say. */
const success = {
  'the answer once': word(words.data),
  warning: word(words.warning),
  message: word(words.message),
  instruction: word(words.instruction),
}

/** Gemini CLI checks arguments itself, and makes no call if they do not fit. */
const passing = ['claude-code', 'codex']

/** In mcp-guide a literal is enough, as its source has it. */
const asking = ['response-v2', 'chemigram', 'dtpr']

/** The calls of the script, in order; some are for some hosts or contracts only. */
const all = [
  { name: 'get', call: { tool: 'get', args: { id: 'n1' } }, facts: success },
  {
    name: 'get, argument of the host',
    hosts: ['gemini-cli'],
    call: { tool: 'get', args: { id: 'n1', wait_for_previous: true } },
    facts: { 'the answer once': word(words.data) },
  },
  {
    name: 'get, none there',
    call: { tool: 'get', args: { id: 'n9' } },
    facts: {
      'the answer once': word(words.problem),
      code: mention(new RegExp(codes.missing)),
      hint: word(words.hint),
    },
  },
  {
    name: 'get, bad arguments',
    hosts: passing,
    call: { tool: 'get', args: { idd: 'n1', colour: 'red' } },
    facts: { 'all named': mentions(/'id'/, /'idd'/, /'colour'/), 'an answer of ours': isOurs },
  },
  {
    name: 'close (soft)',
    call: { tool: 'close', args: { id: 'n1' } },
    facts: {
      'the answer once': word(words.rejection),
      code: mention(new RegExp(codes.locked)),
    },
  },
  {
    name: 'crash',
    call: { tool: 'crash' },
    facts: {
      'an answer of ours': isOurs,
      code: mention(/internal_error|INTERNAL_ERROR|unexpected_error/),
      'no secret': hidden(new RegExp(words.secret)),
    },
  },
  { name: 'greet', call: { tool: 'greet' }, facts: unanswered(questionCode) },
  {
    name: 'count',
    call: { tool: 'count' },
    facts: { 'the answer once': word(words.data), 'all progress': hasProgress(3) },
  },
  {
    name: 'count, null for absent',
    hosts: passing,
    call: { tool: 'count', args: { steps: null } },
    facts: { 'the answer once': word(words.data) },
  },
  {
    name: 'wipe',
    contracts: asking,
    call: { tool: 'wipe', args: { folder: 'f' } },
    facts: { ...unanswered(consentCode), 'not done': hidden(new RegExp(words.data)) },
  },
  {
    // The literal is required with this contract, and Gemini CLI itself refuses a call without it.
    name: 'wipe, without the literal',
    contracts: ['mcp-guide'],
    hosts: passing,
    call: { tool: 'wipe', args: { folder: 'f' } },
    facts: { ...unanswered(consentCode), 'not done': hidden(new RegExp(words.data)) },
  },
  {
    name: 'wipe, literal in the first call',
    contracts: asking,
    call: { tool: 'wipe', args: { folder: 'f', explicit_action: 'WIPE' } },
    facts: { 'not done': hidden(new RegExp(words.data)) },
  },
  {
    name: 'list',
    call: { tool: 'list' },
    facts: {
      'what is left out': mention(new RegExp(`of ${itemCount.toLocaleString('en')} items`)),
      hash: mention(hash),
      'how to fetch the rest': mention(/retrieve_content/),
    },
  },
  {
    name: 'the rest of list',
    call: (answers) => ({
      tool: 'retrieve_content',
      args: { hash: findHash(answers) ?? 'none was seen' },
    }),
    facts: { 'the rest': mention(/next_start/) },
  },
  {
    name: 'picture',
    call: { tool: 'picture' },
    facts: {
      'the answer once': word(words.data),
      picture: isPictureShown,
      link: mention(new RegExp(words.link)),
      resource: mention(new RegExp(words.resource)),
      'attached text': mention(new RegExp(words.attachedText)),
    },
  },
  {
    name: 'old',
    call: { tool: 'old' },
    facts: {
      'the answer once': word(words.data),
      deprecation: mentions(new RegExp(words.successor), /deprecated/),
    },
  },
  {
    name: 'rich',
    call: { tool: 'rich', args: { point: [1, 2], page: 'https://example.com/' } },
    facts: { 'the answer once': word(words.data) },
  },
]

/** The hash that the model was shown last, which is that of the list. */
function findHash(answers) {
  const shown = answers.findLast((answer) => answer !== undefined)
  return shown === undefined ? undefined : hash.exec(textOf(shown.blocks))?.[0]
}

/** The expectations of one host and one contract. */
export function expectationsOf(host, contract) {
  return all
    .filter(({ hosts }) => hosts?.includes(host) ?? true)
    .filter(({ contracts }) => contracts?.includes(contract) ?? true)
}

/** The script of some expectations: the next call, by the answers so far. */
export function toScript(expectations) {
  return (answers) => {
    const next = expectations[answers.length]?.call
    return typeof next === 'function' ? next(answers) : next
  }
}
