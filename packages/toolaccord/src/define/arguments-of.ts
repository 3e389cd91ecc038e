import type { InputOf, OutputOf } from '../schema/schema.ts'
import type { CallOptions } from './call.ts'
import type { AnyTool } from './tool.ts'

/** The name of one of the tools; any string if they are not known when compiling. */
export type NameOf<Tools extends readonly AnyTool[]> = Tools[number]['name']

/** The arguments of every tool by its name; made once for all calls of a server. */
type Inputs<Tools extends readonly AnyTool[]> = {
  readonly [One in Tools[number] as One['name']]: WithAgreement<InputOf<One['input']>>
}

/** The same for the data. */
type Outputs<Tools extends readonly AnyTool[]> = {
  readonly [One in Tools[number] as One['name']]: OutputOf<One['output']>
}

/** The same for the codes. */
type Codes<Tools extends readonly AnyTool[]> = {
  readonly [One in Tools[number] as One['name']]: One['codes'][number]
}

/** The argument by which a caller passes on that its user agrees. */
interface Agreement {
  readonly explicit_action?: string | undefined
}

/** Any tool may ask for consent; one without arguments then takes only this. */
type WithAgreement<Arguments> = unknown extends Arguments
  ? unknown
  : string extends keyof Arguments
    ? Arguments | Agreement
    : Arguments & Agreement

/** The arguments of a tool by its name. */
export type ArgumentsOf<
  Tools extends readonly AnyTool[],
  Name extends NameOf<Tools>,
> = Inputs<Tools>[Name]

/** What follows the name in a call; arguments may be left out where none is required. */
export type CallRest<Arguments> =
  Record<never, never> extends Arguments
    ? [args?: Arguments, options?: CallOptions]
    : [args: Arguments, options?: CallOptions]

/** The data that a tool answers with, by its name. */
export type AnswerOf<
  Tools extends readonly AnyTool[],
  Name extends NameOf<Tools>,
> = Outputs<Tools>[Name]

/** The codes that a tool declares, by its name. */
export type CodeOf<Tools extends readonly AnyTool[], Name extends NameOf<Tools>> = Extract<
  Codes<Tools>[Name],
  string
>
