export { foundryStyle } from './foundry-style.ts'
export { toSpecPage } from './to-spec-page.ts'
export { toSpecsPage } from './to-specs-page.ts'
export type {
  May,
  PageAction,
  ProofState,
  ProofView,
  ProofViews,
  RunningTask,
  RunningView,
  SpecsView,
  SpecView,
} from './view/spec-view.ts'
export { toEventsPath, toFormPath, toPartPath, toSpecPath, toSpecsPath } from './view/to-paths.ts'
export { type PageContext, toSpecView } from './view/to-spec-view.ts'
export { type FiledSpec, toSpecsView } from './view/to-specs-view.ts'
