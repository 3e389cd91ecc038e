import { isRecord } from '../json/json.ts'
import type { CheckedPath } from '../names/checked-path.ts'
import type { Deprecation, Outcome } from '../outcome/outcome.ts'
import type { DataOf, InputOf, OutputOf, Schema } from '../schema/schema.ts'
import type { Call, PreparingCall } from './call.ts'
import type { ItemPlan, ToolFidelity } from './fidelity-plan.ts'
import type { LongInit } from './long-init.ts'

/** The effect of a call: it reads, writes or destroys. */
export type Effect = 'read' | 'write' | 'destroy'

/**
 * The HTTP route that a tool asks for beside `POST /api/<tool>`.
 *
 * @example
 *   const route: Route = { method: 'POST', path: '/notes', created: '/notes/:note.id' }
 */
export interface Route<Argument extends string = string, Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With arguments as `:name` segments, such as `/notes/:id`. */
  readonly path: Path
  /**
   * The one argument that the body is the value of; the others come from path and query. Default:
   * the body is an object of arguments.
   */
  readonly body?: Argument | undefined
  /**
   * The path of what a POST or PUT made, with properties of the data as `:name` segments, such as
   * `/notes/:note.id`. It is sent as `Location`, with the status 201.
   */
  readonly created?: `/${string}` | undefined
  /**
   * Lets HTML forms of the server's own pages call a POST route. A browser then goes to this path,
   * with properties of the data or arguments as `:name` segments, such as `/notes/:id#:part`.
   */
  readonly form?: `/${string}` | undefined
}

/**
 * How a tool looks as a command.
 *
 * @example
 *   const command: CommandInit = { group: 'vocab', positionals: ['id'], flags: { limit: 'max' } }
 */
export interface CommandInit<Argument extends string = string> {
  /**
   * The word that commands of one matter begin with, in kebab-case: `vocab_list` in the group
   * `vocab` is `vocab list`.
   */
  readonly group?: string | undefined
  /** Arguments given by position, in this order. */
  readonly positionals?: readonly Argument[] | undefined
  /** Flags that are not named after their argument. */
  readonly flags?: { readonly [Name in Argument]?: string } | undefined
  /**
   * Arguments that are given as a file, or as `-` for standard input, each with a function that
   * makes a value of the text, such as `JSON.parse`.
   */
  readonly files?: { readonly [Name in Argument]?: (text: string) => unknown } | undefined
  /** The property of the data that `--output FILE` writes to a file. */
  readonly output?: string | undefined
  /** The property of the data, a text, that people see in the place of the data. */
  readonly print?: string | undefined
  /**
   * Arguments that `--output` implies if they are not given, such as one that asks for that
   * property.
   */
  readonly outputArguments?: { readonly [Name in Argument]?: unknown } | undefined
}

/** A name that a tool had before, and when that stops working. */
export interface FormerName extends Omit<Deprecation, 'use'> {
  readonly name: string
}

/** The names of the arguments of an input; any string if it is known only when it runs. */
type ArgumentOf<Input> = unknown extends Input
  ? string
  : Extract<
      keyof { [Name in keyof Input as Input[Name] extends never ? never : Name]: true },
      string
    >

/** The route of a tool with this input; its path names arguments of it. */
type RouteOf<Input extends Schema, Path extends string> = Route<
  ArgumentOf<InputOf<Input>>,
  CheckedPath<Path, ArgumentOf<InputOf<Input>>, 'argument'>
>

/** What a tool says before its user is asked. */
export interface Preparation {
  /** The words of the question, such as `Delete 'Buy milk'?`. Default: the summary of the tool. */
  readonly question?: string | undefined
}

/** One capability, as its author writes it. */
export interface ToolInit<
  Name extends string,
  Input extends Schema,
  Output extends Schema,
  Code extends string,
  Path extends string = string,
> {
  /** Letters, digits, `_` and `-`; at most 64 characters. */
  readonly name: Name
  /** A name for people. */
  readonly title?: string | undefined
  /** One sentence: what the tool does and when to use it. */
  readonly summary: string
  /** More than the summary has room for. */
  readonly description?: string | undefined
  /** An object schema; a tool without one takes no arguments. */
  readonly input?: Input | undefined
  /** The schema of the data; what it does not name is removed from answers. */
  readonly output: Output
  /**
   * `read` changes nothing, `write` changes or adds, `destroy` removes for good. GET routes must
   * read, and users are asked before a tool destroys.
   */
  readonly effect: Effect
  /** The codes it may fail with, each in the codebook of the server or its contract. */
  readonly codes?: readonly Code[] | undefined
  /** A route beside `POST /api/<tool>`, such as `{ method: 'GET', path: '/notes/:id' }`. */
  readonly rest?: RouteOf<Input, Path> | undefined
  /** How it looks as a command. Default: every argument is a flag of its name. */
  readonly cli?: CommandInit<ArgumentOf<InputOf<Input>>> | undefined
  /** Replaces the server's time limit. */
  readonly timeoutMs?: number | undefined
  /**
   * Says that it may take long. It then runs as a job: a caller that cannot wait gets a handle, and
   * fetches the answer later. Its time limit is that of the job. Default: it answers soon.
   */
  readonly long?: true | LongInit | undefined
  /** How its answers are made to fit, on a server that counts tokens. */
  readonly fidelity?: ToolFidelity<DataOf<Output>> | undefined
  /**
   * The literal that the user must agree to before the tool runs, such as DELETE_NOTE. Default: the
   * tool's name if its effect is destroy. `false` asks nobody.
   */
  readonly consent?: string | false | undefined
  /**
   * Looks ahead before the user is asked: it ends the call if there is nothing to agree to, and
   * gives the question its words. It changes nothing, and may run without `run` after it.
   */
  prepare?(
    input: OutputOf<Input>,
    call: PreparingCall<NoInfer<Code>>,
  ): Preparation | Promise<Preparation>
  /** The flag that must be on for it to run. */
  readonly flag?: string | undefined
  /** Scopes that a caller must have, all of them. */
  readonly scopes?: readonly string[] | undefined
  /** Replaces the server's prefix; an empty string removes it. */
  readonly prefix?: string | undefined
  /** Names that it had before and still answers to, with a warning. */
  readonly formerly?: readonly FormerName[] | undefined
  /** Says that it will go, and what to use instead. */
  readonly deprecated?: Deprecation | undefined
  /** The same for arguments. */
  readonly deprecatedArguments?:
    | { readonly [Argument in ArgumentOf<InputOf<Input>>]?: Deprecation }
    | undefined
  /** The same for values of arguments that are strings. */
  readonly deprecatedValues?:
    | { readonly [Argument in ArgumentOf<InputOf<Input>>]?: Readonly<Record<string, Deprecation>> }
    | undefined
  /** True if the tool reaches beyond what the server owns, such as the web. Default: false. */
  readonly openWorld?: boolean | undefined
  /** True if the tool asks the user or sends log messages while it runs. Default: false. */
  readonly interactive?: boolean | undefined
  /**
   * True if the tool attaches pictures or other blocks with `call.attach`. Its answers on MCP then
   * come as content, because some hosts show no block beside structured content. Default: false.
   */
  readonly attaches?: boolean | undefined
  /** The `_meta` of the tool in the lists of MCP. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  // Codes are never inferred from here, so that returning an undeclared one does not compile.
  /** Does the work: returns `ok(data)`, or ends with a code by `call.fail` or `call.reject`. */
  run(
    input: OutputOf<Input>,
    call: Call<NoInfer<Code>>,
  ): Outcome<DataOf<Output>, NoInfer<Code>> | Promise<Outcome<DataOf<Output>, NoInfer<Code>>>
}

/** A defined tool: frozen, and registered nowhere until a server is made from it. */
export interface Tool<
  Name extends string = string,
  Input extends Schema = Schema,
  Output extends Schema = Schema,
  Code extends string = string,
> extends Readonly<
  Omit<
    ToolInit<Name, Input, Output, Code>,
    | 'input'
    | 'codes'
    | 'rest'
    | 'cli'
    | 'fidelity'
    | 'deprecatedArguments'
    | 'deprecatedValues'
    | 'prepare'
    | 'run'
  >
> {
  readonly input: Input
  readonly fidelity?: {
    readonly budget?: number
    readonly items?: readonly ItemPlan<never>[]
    readonly whole?: readonly string[] | undefined
  }
  readonly deprecatedArguments?: Readonly<Record<string, Deprecation>>
  readonly deprecatedValues?: Readonly<Record<string, Readonly<Record<string, Deprecation>>>>
  readonly codes: readonly Code[]
  readonly rest?: Route
  readonly cli: CommandInit
  prepare?(input: OutputOf<Input>, call: PreparingCall<Code>): Preparation | Promise<Preparation>
  run(
    input: OutputOf<Input>,
    call: Call<Code>,
  ): Outcome<DataOf<Output>, Code> | Promise<Outcome<DataOf<Output>, Code>>
}

/** A tool of any name, input, output and codes. */
export type AnyTool = Tool

/** The input of a tool that takes no arguments: a caller gives no key, the tool reads none. */
export type NoInput = Schema<Record<string, never>, Record<never, never>>

const noInputSchema = () => ({ type: 'object', properties: {}, additionalProperties: false })

const noInput: NoInput = {
  '~standard': {
    version: 1,
    vendor: 'toolaccord',
    validate: () => ({ value: {} }),
    jsonSchema: { input: noInputSchema, output: noInputSchema },
  },
}

/**
 * Declares a tool. Input, output and codes are inferred; `run` is held to them.
 *
 * @example
 *   const notes = new Map([['n1', 'Buy milk']])
 *   const getNote = defineTool({
 *     name: 'get_note',
 *     summary: 'Read one note.',
 *     input: z.object({ id: z.string() }),
 *     output: z.object({ title: z.string() }),
 *     effect: 'read',
 *     codes: ['NOTE_NOT_FOUND'],
 *     run({ id }, call) {
 *       const title = notes.get(id) ?? call.fail('NOTE_NOT_FOUND', { path: 'id' })
 *       return ok({ title })
 *     },
 *   })
 */
export function defineTool<
  const Name extends string,
  Output extends Schema,
  Input extends Schema = NoInput,
  const Code extends string = never,
  const Path extends string = string,
>(init: ToolInit<Name, Input, Output, Code, Path>): Tool<Name, Input, Output, Code> {
  return Object.freeze({
    ...init,
    // Without an input the type parameter is its default, which this is.
    input: init.input ?? (noInput as Schema as Input),
    codes: freezeCopy(init.codes ?? []),
    // The casts forget which arguments and lists there are; the definition is checked against them.
    deprecatedArguments: init.deprecatedArguments as Tool['deprecatedArguments'],
    deprecatedValues: init.deprecatedValues as Tool['deprecatedValues'],
    fidelity: init.fidelity as Tool['fidelity'],
    scopes: freezeCopy(init.scopes),
    formerly: freezeCopy(init.formerly),
    rest: freezeCopy(init.rest),
    cli: freezeCommand(init.cli ?? {}),
  })
}

/** Freezes a copy; what JavaScript may give instead is left for `defineServer` to name. */
function freezeCopy<T>(value: T): T {
  // The casts hold because a copy has the type of what it was made from.
  if (Array.isArray(value)) return Object.freeze([...value]) as T
  return isRecord(value) ? (Object.freeze({ ...value }) as T) : value
}

/** A command is two levels deep. */
function freezeCommand(command: CommandInit): CommandInit {
  if (!isRecord(command)) return command
  const members = Object.entries(command).map(([name, value]) => [name, freezeCopy(value)])
  return Object.freeze(Object.fromEntries(members))
}
