import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { clip } from '../../../json/json.ts'
import { jsonRpcErrors } from '../../../outcome/json-rpc-errors.ts'
import type { TaskDesk, TaskHolder, WriteResult } from '../long/create-task-desk.ts'
import { declaresTasks } from '../long/declares-tasks.ts'
import { TaskRefusal } from '../long/task-refusal.ts'
import { metaKeys, tasksExtension } from '../protocol/meta-keys.ts'
import type { SdkServer } from './sdk-server.ts'

/** The parts of a lane that its tasks need. */
export interface TaskParts {
  readonly desk: TaskDesk
  holderOf(context: ServerContext): TaskHolder
  /** Returns what writes outcomes for the client of a request. */
  writerFor(context: ServerContext): WriteResult
}

/** Adds the methods of the tasks extension to a server of the stateless revision. */
export function addTasks(sdk: SdkServer, { desk, holderOf, writerFor }: TaskParts): void {
  add('tasks/get', async (id, context) => {
    const task = await desk.get(id, holderOf(context), writerFor(context))
    return task ?? throwUnknown(id)
  })
  add('tasks/update', async (id, context) => {
    const { inputResponses = {} } = context.mcpReq
    const isKnown = await desk.update(id, holderOf(context), inputResponses)
    return isKnown ? {} : throwUnknown(id)
  })
  add('tasks/cancel', async (id, context) => {
    const isKnown = await desk.cancel(id, holderOf(context))
    return isKnown ? {} : throwUnknown(id)
  })

  function add(
    method: string,
    handle: (id: string, context: ServerContext) => Promise<object>,
  ): void {
    sdk.setRequestHandler(method, { params: anyParams }, async (params, context) => {
      checkTasks(context)
      // The casts name what was looked at before, and the JSON that the SDK only serialises.
      const { taskId } = params as { readonly taskId: string }
      return (await handle(taskId, context).catch(throwRefused)) as Result
    })
  }
}

/** True if the client of a request may be given a task. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  return declaresTasks(envelope[metaKeys.capabilities])
}

/** Throws the error of the protocol for a client that does not know tasks. */
export function checkTasks(context: ServerContext): void {
  if (takesTasks(context)) return
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } }
  const message = `The client must declare the extension ${tasksExtension} in this request.`
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, message)
}

/** Says to the client what a policy said to it. */
function throwRefused(thrown: unknown): never {
  if (!(thrown instanceof TaskRefusal)) throw thrown
  throw new ProtocolError(jsonRpcErrors.serverError, thrown.message, thrown.data)
}

function throwUnknown(id: string): never {
  const message = `There is no task '${clip(id)}' of yours. It may not be kept any more.`
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** The parameters are looked at before the SDK asks for their schema. */
const anyParams = {
  '~standard': { version: 1, vendor: 'toolaccord', validate: (value: unknown) => ({ value }) },
} as const
