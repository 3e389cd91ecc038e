import type { Limits } from '../../define/limits.ts'
import type { Policy } from '../../define/policy.ts'
import type { Prompt, PromptArgument } from '../../define/prompt.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyTool } from '../../define/tool.ts'
import { isRecord } from '../../json/json.ts'
import type { Logger } from '../../log/log.ts'
import type { CodeFacts } from '../../outcome/codebook.ts'
import type { ConsentOptions } from '../../policies/consent/create-consent.ts'
import { deprecation, toolThing } from './check-tool.ts'
import {
  type Members,
  type Thing,
  anything,
  boolean,
  callable,
  formOf,
  listOf,
  number,
  objectOf,
  openObjectOf,
  optional,
  recordOf,
  text,
  thingOf,
  unknownProperties,
} from './form.ts'
import type { ServerInit } from './server-init.ts'

const hasFunction = (name: string) => (value: unknown) =>
  isRecord(value) && typeof value[name] === 'function'

const code: Members<CodeFacts> = {
  // The kind is checked with the codes of the contract, the steps with the tools.
  kind: anything,
  summary: optional(text),
  message: optional(text),
  hint: optional(text),
  next: anything,
  status: optional(number),
  exit: optional(number),
  recoverable: optional(boolean),
  deprecated: optional(deprecation),
  reserved: optional(formOf((value) => value === true, 'true')),
}

const argument: Members<PromptArgument> = {
  summary: optional(text),
  required: optional(boolean),
  complete: optional(callable),
}

const prompt: Members<Prompt> = {
  name: text,
  title: optional(text),
  summary: text,
  arguments: optional(recordOf(objectOf(argument))),
  scopes: optional(listOf(text)),
  write: callable,
}

const promptThing: Thing = {
  one: 'a prompt',
  advice: 'make it with definePrompt',
  form: objectOf(prompt),
}

const resource: Members<Resource> = {
  uri: text,
  path: optional(text),
  name: text,
  title: optional(text),
  summary: optional(text),
  mimeType: optional(text),
  meta: optional(recordOf(anything)),
  scopes: optional(listOf(text)),
  unsafeVariables: optional(boolean),
  complete: optional(recordOf(optional(callable))),
  read: callable,
}

const resourceThing: Thing = {
  one: 'a resource',
  advice: 'make it with defineResource',
  form: objectOf(resource),
}

const policy: Members<Policy> = {
  name: text,
  isShared: optional(boolean),
  covers: optional(callable),
  around: callable,
  aroundJob: optional(callable),
  drain: optional(callable),
}

const policyThing: Thing = {
  one: 'a policy',
  advice: 'give it a name and around(request, next)',
  form: openObjectOf(policy),
  isOne: (value) => 'around' in value,
}

const consent: Members<ConsentOptions> = {
  // The mode is checked with that of the environment.
  mode: optional(text),
  expiresMs: optional(number),
  unattended: optional(listOf(text)),
  store: optional(formOf(isRecord, 'a store')),
  now: optional(callable),
}

const limits: Members<Limits> = {
  timeoutMs: optional(number),
  depth: optional(number),
  bodyBytes: optional(number),
}

const log: Members<Logger> = {
  trace: callable,
  debug: callable,
  info: callable,
  warn: callable,
  error: callable,
  isOn: optional(callable),
}

type AnyInit = ServerInit<readonly AnyTool[]>

const server: Members<AnyInit> = {
  name: text,
  version: text,
  summary: optional(text),
  instructions: optional(text),
  contract: optional(
    formOf(hasFunction('encode'), 'a contract', '; import one from toolaccord/contracts'),
  ),
  contractFor: optional(callable),
  codes: optional(recordOf(objectOf(code))),
  // What is in a tool is checked by itself, and sets against the tools.
  tools: listOf(thingOf(toolThing)),
  toolSets: anything,
  prompts: optional(listOf(thingOf(promptThing))),
  resources: optional(listOf(thingOf(resourceThing))),
  policies: optional(listOf(thingOf(policyThing))),
  prefix: optional(text),
  consent: optional(objectOf(consent)),
  flags: optional(formOf(hasFunction('isOn'), 'what createFlags(…) makes')),
  fidelity: optional(formOf(hasFunction('fit'), 'what createFidelity(…) makes')),
  jobs: optional(formOf(hasFunction('work'), 'what createJobs(…) makes')),
  limits: optional(objectOf(limits)),
  timing: optional(boolean),
  log: optional(openObjectOf(log)),
  newId: optional(callable),
  env: optional(recordOf(anything)),
}

const serverForm = openObjectOf(server)

/** Options with the faults of their form; what they are about is left out of them. */
export interface CheckedInit {
  readonly init: AnyInit
  readonly faults: readonly string[]
}

/** Checks the options of a server, its tools aside, as what JavaScript may have put there. */
export function checkInit(given: AnyInit): CheckedInit {
  const faults = unknownProperties(given, server, 'option').map((fault) => `it ${fault}`)
  // The cast says what the form checks; an option with a fault is undefined.
  const init = serverForm(given, '', faults) as AnyInit
  return { init, faults }
}
