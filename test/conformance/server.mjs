// The fixture that the official conformance suite expects: its tools, prompts and resources.
import { definePrompt, defineResource, defineServer, defineTool, ok } from 'toolaccord'
import { fromJsonSchema } from 'toolaccord/json-schema'
import { serveHttp } from 'toolaccord/node'
import * as z from 'zod'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const Text = z.object({ text: z.string() })
/** The suite looks for texts as they are, so the fixture has brief answers with a message. */
const say = (text) => ok({ text }, { message: text })

/** A tool of the suite: without arguments unless it says so. */
const tool = (name, run, more = {}) =>
  defineTool({
    name,
    summary: `Fixture ${name} of the conformance suite.`,
    output: Text,
    effect: 'read',
    run,
    ...more,
  })
const asking = (name, run, more = {}) => tool(name, run, { interactive: true, ...more })

const form = (message, properties, required = Object.keys(properties)) => ({
  message,
  schema: fromJsonSchema({ type: 'object', properties, required }),
})
const string = { type: 'string' }
const askName = form('What is your name?', { name: string })
const sample = (text) => ({
  type: 'sample',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
})
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const attach =
  (...blocks) =>
  (_, call) => {
    for (const block of blocks) call.attach(block)
    return say('See the content after this.')
  }
const image = { type: 'image', data: png, mimeType: 'image/png' }
const audio = { type: 'audio', data: wav, mimeType: 'audio/wav' }
const embedded = {
  type: 'resource',
  resource: {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  },
}

/** The text of a completion, or all of it. */
const textOf = ({ content }) => content?.text ?? JSON.stringify(content)

const confirmation = form('Confirm?', { ok: { type: 'boolean' } })

/** How long a call keeps its connection; longer than any but test_reconnection takes. */
const streamMs = 500

/** Every kind of keyword that the suite looks for. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: string, city: string },
    },
  },
  properties: {
    name: string,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: string,
    email: string,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- it is a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const content = [
  tool('test_simple_text', () => say('This is a simple text response for testing.')),
  tool('test_image_content', attach(image)),
  tool('test_audio_content', attach(audio)),
  tool('test_embedded_resource', attach(embedded)),
  tool('test_multiple_content_types', attach(image, embedded)),
  tool(
    'test_error_handling',
    (_, call) =>
      call.fail('INTERNAL_ERROR', {
        message: 'This tool intentionally returns an error for testing',
      }),
    { codes: ['INTERNAL_ERROR'] },
  ),
  tool('test_tool_with_progress', async (_, call) => {
    for (const done of [0, 50, 100]) {
      call.progress(done, 100)
      await pause(20)
    }
    return say('Done.')
  }),
  tool('json_schema_2020_12_tool', () => say('Done.'), {
    input: fromJsonSchema(schema2020, { verbatim: true }),
  }),
  tool('test_custom_header', () => say('Done.'), {
    input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
  }),
  tool('test_reconnection', async () => {
    await pause(1.5 * streamMs)
    return say('Done.')
  }),
]

const steps = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
const logging = ['test_tool_with_logging', 'test_logging_tool'].map((name) =>
  asking(name, async (_, call) => {
    for (const step of steps) {
      call.log.info(step)
      await pause(50)
    }
    return say('Done.')
  }),
)

const withDefaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

const titled = ['1', '2', '3'].map((n) => ({ const: `value${n}`, title: `Option ${n}` }))
const untitled = { type: 'string', enum: ['option1', 'option2', 'option3'] }
const withEnums = {
  untitledSingle: untitled,
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: untitled },
  titledMulti: { type: 'array', items: { anyOf: titled } },
}

const legacyQuestions = [
  asking(
    'test_sampling',
    ({ prompt }, call) => say(`LLM response: ${textOf(call.ask('completion', sample(prompt)))}`),
    { input: z.object({ prompt: z.string() }) },
  ),
  asking(
    'test_elicitation',
    ({ message }, call) => {
      const user = call.ask('user', form(message, { username: string, email: string }))
      return say(`User response: ${JSON.stringify(user)}`)
    },
    { input: z.object({ message: z.string() }) },
  ),
  asking('test_elicitation_sep1034_defaults', (_, call) => {
    const user = call.ask('user', form('Fill in or keep the defaults.', withDefaults, []))
    return say(`Elicitation completed: ${JSON.stringify(user)}`)
  }),
  asking('test_elicitation_sep1330_enums', (_, call) => {
    const user = call.ask('user', form('Choose.', withEnums, []))
    return say(`Elicitation completed: ${JSON.stringify(user)}`)
  }),
]

/** Asks without looking at what the client declares, so that the protocol answers. */
const unguarded = {
  name: 'unguarded',
  covers: ({ name }) => name === 'test_missing_capability',
  around: (request) => request.ask({ needed: sample('Anything.') }),
}

const rounds = [
  asking('test_missing_capability', () => say('Done.')),
  tool('test_streaming_elicitation', () => say('Done.')),
  asking('test_input_required_result_elicitation', (_, call) =>
    say(`Hello, ${call.ask('user_name', askName).name}!`),
  ),
  asking('test_input_required_result_sampling', (_, call) => {
    const answer = call.ask('capital_question', sample('What is the capital of France?'))
    return say(`The model said: ${textOf(answer)}`)
  }),
  asking('test_input_required_result_list_roots', (_, call) =>
    say(`Roots: ${JSON.stringify(call.ask('client_roots', { type: 'roots' }))}`),
  ),
  asking('test_input_required_result_request_state', (_, call) => {
    const state = call.keep('state', () => 'state-ok')
    call.ask('confirm', confirmation)
    return say(state)
  }),
  asking('test_input_required_result_multiple_inputs', (_, call) => {
    const inputs = call.askAll({
      user_name: askName,
      greeting: sample('Write a greeting.'),
      client_roots: { type: 'roots' },
    })
    return say(`All inputs: ${JSON.stringify(inputs)}`)
  }),
  asking('test_input_required_result_multi_round', (_, call) => {
    const first = call.ask('step1', form('Step 1?', { name: string }))
    const second = call.ask('step2', form('Step 2?', { color: string }))
    return say(`Done: ${JSON.stringify({ first, second })}`)
  }),
  asking('test_input_required_result_tampered_state', (_, call) => {
    call.ask('confirm', confirmation)
    return say('state-ok')
  }),
  asking('test_input_required_result_capabilities', (_, call) => {
    call.askAll(questionsFor(call.capabilities))
    return say('Done.')
  }),
]

/** Questions that a client with these capabilities can answer. */
function questionsFor({ elicitation, sampling, roots }) {
  const questions = {}
  if (elicitation !== undefined) questions.user_name = askName
  if (sampling !== undefined) questions.greeting = sample('Write a greeting.')
  if (roots !== undefined) questions.client_roots = { type: 'roots' }
  return questions
}

/** A tool that may take long: a task for clients that know tasks. */
const long = (name, run, more = {}) => tool(name, run, { long: true, ...more })

const tasks = [
  tool('greet', ({ name }) => say(`Hello, ${name}!`), { input: z.object({ name: z.string() }) }),
  long(
    'slow_compute',
    async ({ seconds, label }, call) => {
      for (let left = seconds * 10; left > 0; left--) {
        await pause(100)
        call.signal.throwIfAborted()
      }
      return say(`Computed ${label}.`)
    },
    { input: z.object({ seconds: z.number(), label: z.string().default('it') }) },
  ),
  long(
    'failing_job',
    async (_, call) => {
      await pause(1000)
      return call.fail('NOT_FOUND', { message: 'This job fails on purpose.' })
    },
    { codes: ['NOT_FOUND'] },
  ),
  long('protocol_error_job', async () => {
    await pause(100)
    throw new Error('This job crashes on purpose.')
  }),
  long(
    'confirm_delete',
    ({ filename }, call) => {
      call.ask('confirm', form(`Delete ${filename}?`, { confirm: { type: 'boolean' } }))
      return say(`Deleted ${filename}.`)
    },
    { interactive: true, input: z.object({ filename: z.string() }) },
  ),
  long(
    'multi_input',
    (_, call) => {
      const person = { name: string, confirm: { type: 'boolean' } }
      const inputs = call.askAll({ first: form('First?', person), second: form('Second?', person) })
      return say(`All inputs: ${JSON.stringify(inputs)}`)
    },
    { interactive: true },
  ),
  long('test_tool_with_task', ({ name }) => say(`Hello, ${name}!`), {
    interactive: true,
    input: z.object({ name: z.string().default('nobody') }),
  }),
]

/** Asks before there is a task. */
const asksFirst = {
  name: 'asks first',
  covers: ({ name }) => name === 'test_tool_with_task',
  around(request, next) {
    const schema = { type: 'object', properties: { name: string }, required: ['name'] }
    const question = { type: 'form', message: 'What is your name?', schema }
    const { content } = request.answers.user_name ?? request.ask({ user_name: question })
    return next({ args: { name: content?.name } })
  },
}

const changes = [
  tool('test_trigger_tool_change', async () => {
    await http.notify((notifier) => notifier.toolsChanged())
    return say('Notified.')
  }),
  tool('test_trigger_prompt_change', async () => {
    await http.notify((notifier) => notifier.promptsChanged())
    return say('Notified.')
  }),
]

const message = (content) => [{ role: 'user', content }]
const startingWith =
  (...values) =>
  (typed) =>
    values.filter((value) => value.startsWith(typed))

const prompts = [
  definePrompt({
    name: 'test_simple_prompt',
    summary: 'A simple prompt.',
    write: () => message({ type: 'text', text: 'This is a simple prompt for testing.' }),
  }),
  definePrompt({
    name: 'test_prompt_with_arguments',
    summary: 'A prompt with arguments.',
    arguments: {
      arg1: {
        summary: 'First test argument',
        required: true,
        complete: startingWith('paris', 'park', 'party'),
      },
      arg2: {
        summary: 'Second test argument',
        required: true,
        complete: startingWith('test1', 'test2'),
      },
    },
    write: ({ arg1, arg2 }) =>
      message({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  }),
  definePrompt({
    name: 'test_prompt_with_embedded_resource',
    summary: 'A prompt with a resource.',
    arguments: { resourceUri: { summary: 'URI of the resource to embed', required: true } },
    write: ({ resourceUri }) => [
      ...message({
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      ...message({ type: 'text', text: 'Please process the embedded resource above.' }),
    ],
  }),
  definePrompt({
    name: 'test_prompt_with_image',
    summary: 'A prompt with an image.',
    write: () => [
      ...message(image),
      ...message({ type: 'text', text: 'Please analyze the image above.' }),
    ],
  }),
  definePrompt({
    name: 'test_input_required_result_prompt',
    summary: 'A prompt that asks.',
    write: (_, call) => {
      const schema = { type: 'object', properties: { context: string }, required: ['context'] }
      const question = { type: 'form', message: 'What is the context?', schema }
      const { content } = call.answers.user_context ?? call.ask({ user_context: question })
      return message({ type: 'text', text: `Context: ${content?.context}` })
    },
  }),
]

const resources = [
  defineResource({
    uri: 'test://static-text',
    name: 'Static text',
    summary: 'A text.',
    mimeType: 'text/plain',
    read: () => ({ text: 'This is the content of the static text resource.' }),
  }),
  defineResource({
    uri: 'test://static-binary',
    name: 'Static binary',
    summary: 'An image.',
    mimeType: 'image/png',
    read: () => ({ blob: png }),
  }),
  defineResource({
    uri: 'test://watched-resource',
    name: 'Watched',
    summary: 'One to subscribe to.',
    mimeType: 'text/plain',
    read: () => ({ text: 'Watched resource content.' }),
  }),
  defineResource({
    uri: 'test://template/{id}/data',
    name: 'Template',
    summary: 'A template.',
    mimeType: 'application/json',
    read: ({ id }) => ({
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }),
  }),
]

const server = defineServer({
  name: 'conformance-fixture',
  version: '1.0.0',
  tools: [...content, ...logging, ...legacyQuestions, ...rounds, ...tasks, ...changes],
  prompts,
  resources,
  policies: [unguarded, asksFirst],
})

const http = await serveHttp(server, {
  port: Number(process.env.PORT ?? 0),
  mcp: { sessions: true, streamMs, text: 'brief', tasksOnly: ['failing_job'] },
})
console.log(`${http.url}/mcp`)
