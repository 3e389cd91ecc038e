export { contractByFlag, contractFlag } from './flags/contract-flag.ts'
export { createFlags } from './flags/create-flags.ts'
export { createPager } from './pages/create-pager.ts'
export { defineFlags } from './flags/define-flags.ts'
export { defineParameters } from './parameters.ts'
export { definePrompt } from './prompt.ts'
export { defineResource } from './resource.ts'
export { defineServer } from './server.ts'
export { defineTool } from './tool.ts'
export { DefinitionError } from './definition.ts'
export { failure, rejection } from './failure.ts'
export { kinds } from './kinds.ts'
export { nearest } from './nearest.ts'
export { ok } from './outcome.ts'
export { Refusal } from './refusal.ts'
export { standardWarnings } from './warnings.ts'
export { withParameters } from './with-parameters.ts'

export type { Call, CallOptions, Caller, Client, Face, FailOptions, Progress } from './call.ts'
export type { ConsentMode, ConsentOptions } from './policies/consent.ts'
export type {
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from './content.ts'
export type { Conversation, Question } from './conversation.ts'
export type { CodeFacts, Codebook } from './codebook.ts'
export type { FailureInit, FailureOptions, ProblemInit } from './failure.ts'
export type { ItemPlan, ToolFidelity } from './fidelity/fit/plan.ts'
export type { FlagListing, FlagOptions, Flags, GatedTool } from './flags/create-flags.ts'
export type { FlagSources } from './flags/collect-switches.ts'
export type { FlagOverrides } from './flags/flag-overrides.ts'
export type {
  FlagDefinition,
  FlagDefinitions,
  FlagInit,
  FlagState,
  FlagSubject,
} from './flags/flag.ts'
export type { Kind } from './kinds.ts'
export type { LogLevel, Logger } from './log.ts'
export type {
  Deprecation,
  Failure,
  Fidelity,
  Notes,
  Outcome,
  Page,
  Problem,
  RateLimit,
  Success,
  Warning,
} from './outcome.ts'
export type {
  FetchedItems,
  PageAnswer,
  PageFetch,
  PageRequest,
  Pager,
  PagerInit,
} from './pages/create-pager.ts'
export type { PageDirection, PageKey, PageOrder, PageScalar } from './pages/page-key.ts'
export type { Parameter, ParameterSet, ParameterValues } from './parameters.ts'
export type { Limits } from './pipeline.ts'
export type { Prompt, PromptArgument, PromptMessage } from './prompt.ts'
export type { CallRequest, Next, Policy } from './policy.ts'
export type { JsonSchema } from './schema/json-schema.ts'
export type { InputOf, OutputOf, Schema } from './schema/schema.ts'
export type { Resource, ResourceBody } from './resource.ts'
export type { Server, ServerInit, ToolListing } from './server.ts'
export type { Store } from './stores/store.ts'
export type {
  AnyTool,
  CommandInit,
  Effect,
  FormerName,
  NoInput,
  Route,
  Tool,
  ToolInit,
} from './tool.ts'
export type { StandardWarning } from './warnings.ts'
export type { ParameterArgument } from './with-parameters.ts'
