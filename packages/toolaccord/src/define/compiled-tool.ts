import type { JsonSchema } from '../schema/json-schema.ts'
import type { AnyTool } from './tool.ts'

/** A tool with the schemas that clients are shown, made once per server. */
export interface CompiledTool {
  readonly tool: AnyTool
  /** The name that it is found by, without a prefix: its own, or a former one. */
  readonly calledAs: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

/** Tools by every name that they answer to. */
export type ToolsByName = ReadonlyMap<string, CompiledTool>
