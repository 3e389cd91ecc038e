import type { Outcome } from '../outcome/outcome.ts'
import type { InputOf, OutputOf } from '../schema/schema.ts'
import type { CallOptions } from './call.ts'
import type { AnyTool, Tool } from './tool.ts'

/** Any name; editors offer those of the tools. */
export type NameOf<Tools extends readonly AnyTool[]> =
  | Tools[number]['name']
  | (string & Record<never, never>)

/** The tool of a name; never for a name that is not known when compiling. */
type Named<Tools extends readonly AnyTool[], Name extends string> = string extends Name
  ? never
  : Extract<Tools[number], { readonly name: Name }>

/** The arguments of a tool by its name; unknown for a name that is not known when compiling. */
export type ArgumentsOf<Tools extends readonly AnyTool[], Name extends string> = [
  Named<Tools, Name>,
] extends [never]
  ? unknown
  : InputOf<Named<Tools, Name>['input']>

/** What follows the name in a call; arguments may be left out where none is required. */
export type CallRest<Arguments> =
  Record<never, never> extends Arguments
    ? [args?: Arguments, options?: CallOptions]
    : [args: Arguments, options?: CallOptions]

/** The outcome of a tool by its name. */
export type OutcomeOf<Tools extends readonly AnyTool[], Name extends string> = [
  Named<Tools, Name>,
] extends [never]
  ? Outcome
  : Named<Tools, Name> extends Tool<Name, infer _Input, infer Output, string>
    ? Outcome<OutputOf<Output>>
    : Outcome
