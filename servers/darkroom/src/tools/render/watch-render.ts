import type { Call } from 'toolaccord'
import type { RenderWatch } from '../../workspace/render/create-previews.ts'

const steps = ['waiting', 'rendering', 'writing'] as const

/** Reports the progress of a render to the caller, and stops it if the caller leaves. */
export const watchRender = (call: Call): RenderWatch => ({
  signal: call.signal,
  onProgress: (step) => call.progress(steps.indexOf(step), steps.length, step),
})
