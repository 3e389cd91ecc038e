import type { AnyTool } from '../define/tool.ts'
import { consentOf } from '../policies/consent/literal.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { viewObject } from '../schema/json-schema.ts'
import { segmentFaults } from './created-faults.ts'

/** Plain and ':name' segments, and at the end a fragment that may have text before its ':name'. */
const formPath = /^(\/|(\/(:\w+(\.\w+)*|[\w.~-]+))+)(#([\w.~-]*:\w+(\.\w+)*|[\w.~-]+))?$/

/** Checks `rest.form`, which says where a browser goes after a form was taken. */
export function* htmlFormFaults(
  tool: AnyTool,
  input: JsonSchema,
  output: JsonSchema,
): Iterable<string> {
  const { rest } = tool
  if (rest?.form === undefined) return
  yield* kindFaults(tool)
  if (!formPath.test(rest.form)) {
    yield (
      `rest.form: '${rest.form}' must be made of plain segments and ':name' segments, ` +
        'such as /notes/:id or /notes#:id'
    )
    return
  }
  const args = viewObject(input, input).properties
  for (const [, name = ''] of rest.form.matchAll(/:([\w.]+)/g)) {
    const isArgument = Object.hasOwn(args, name.split('.', 1)[0] ?? name)
    yield* segmentFaults('rest.form', name, isArgument ? input : output)
  }
}

/** Finds what a tool has that no form can deal with. */
function* kindFaults(tool: AnyTool): Iterable<string> {
  const { rest, long } = tool
  if (rest?.method !== undefined && rest.method !== 'POST') {
    yield `rest.form: a form is sent with POST, not with ${rest.method}`
  }
  if (rest?.body !== undefined) yield 'rest.form: a form has fields; leave rest.body out'
  if (consentOf(tool) !== undefined) {
    yield (
      'rest.form: the tool needs consent, and a form cannot be asked; ' +
        'leave the form out, or set consent to false'
    )
  }
  if (long !== undefined) {
    yield 'rest.form: a long tool may answer with a handle, which a form cannot follow'
  }
}
