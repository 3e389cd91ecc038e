export { contractByFlag, contractFlag } from './flags/contract-flag.ts'
export { createFlags } from './flags/create-flags.ts'
export { createPager } from './pages/create-pager.ts'
export { defineFlags } from './flags/define-flags.ts'
export { defineParameters } from './define/parameters.ts'
export { definePrompt } from './define/prompt.ts'
export { defineResource } from './define/resource.ts'
export { defineServer } from './server.ts'
export { defineTool } from './define/tool.ts'
export { describeIssue } from './schema/input-issue.ts'
export { DefinitionError } from './compile/definition-error.ts'
export { failure, rejection } from './outcome/failure.ts'
export { kinds } from './outcome/kinds.ts'
export { nearest } from './names/nearest.ts'
export { ok } from './outcome/outcome.ts'
export { Refusal } from './outcome/refusal.ts'
export { standardWarnings } from './outcome/warnings.ts'
export { toNextStep } from './next/to-next-step.ts'
export { withParameters } from './define/with-parameters.ts'

export type { AnswerOf, ArgumentsOf, CallRest } from './define/arguments-of.ts'
export type {
  Call,
  CallOptions,
  Caller,
  Client,
  Face,
  FailOptions,
  PreparingCall,
  Progress,
} from './define/call.ts'
export type { ConsentMode } from './policies/consent/read-consent-settings.ts'
export type { ConsentOptions } from './policies/consent/create-consent.ts'
export type {
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from './outcome/content.ts'
export type { Conversation, Question } from './define/questions/conversation.ts'
export type { CodeFacts, Codebook } from './outcome/codebook.ts'
export type { FailureInit, FailureOptions, ProblemInit } from './outcome/failure.ts'
export type { ItemPlan, ToolFidelity } from './define/fidelity-plan.ts'
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
export type { Kind } from './outcome/kinds.ts'
export type { LogLevel, Logger } from './log/log.ts'
export type {
  Deprecation,
  Failure,
  Fidelity,
  NextStep,
  Notes,
  Outcome,
  Page,
  Problem,
  RateLimit,
  Success,
  Warning,
} from './outcome/outcome.ts'
export type {
  FetchedItems,
  PageAnswer,
  PageFetch,
  PageRequest,
  Pager,
  PagerInit,
} from './pages/create-pager.ts'
export type { PageDirection, PageKey, PageOrder, PageScalar } from './pages/page-key.ts'
export type { Parameter, ParameterSet, ParameterValues } from './define/parameters.ts'
export type { Limits } from './define/limits.ts'
export type { Prompt, PromptArgument, PromptMessage } from './define/prompt.ts'
export type { CallRequest, Next, Policy } from './define/policy.ts'
export type { JsonSchema } from './schema/json-schema.ts'
export type { InputIssue } from './schema/input-issue.ts'
export type { InputOf, OutputOf, Schema } from './schema/schema.ts'
export type { Resource, ResourceBody } from './define/resource.ts'
export type { Server } from './server.ts'
export type { ServerInit } from './compile/forms/server-init.ts'
export type { ToolListing } from './compile/to-tool-listing.ts'
export type { Store } from './stores/store.ts'
export type {
  AnyTool,
  CommandInit,
  Effect,
  FormerName,
  NoInput,
  Preparation,
  Route,
  Tool,
  ToolInit,
} from './define/tool.ts'
export type {
  AnswerTo,
  Completion,
  FormQuestion,
  Root,
  RootsQuestion,
  SampleQuestion,
  TypedQuestion,
  UrlQuestion,
} from './define/questions/typed-question.ts'
export type { StandardWarning } from './outcome/warnings.ts'
export type { ParameterArgument } from './define/with-parameters.ts'
