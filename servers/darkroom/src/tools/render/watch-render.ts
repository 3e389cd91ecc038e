import type { Call } from 'toolaccord'
import type { RenderWatch } from '../../workspace/render/create-previews.ts'

const steps = ['waiting', 'rendering', 'writing'] as const

/** Lets the caller of a tool follow a render, and stop it. */
export const watchRender = (call: Call): RenderWatch => ({
  signal: call.signal,
  onProgress: (step) => call.progress(steps.indexOf(step), steps.length, step),
})
