import type { Border } from '../geometry/frame.ts'

/** The render to make. */
export interface RenderRequest {
  /** The path of the photo, which is only read. */
  readonly original: string
  /** The sidecar. */
  readonly xmp: string
  /** The path of the picture; there must be no file yet. */
  readonly output: string
  /** The most pixels across; 0 for the full size. */
  readonly width?: number | undefined
  /** The most pixels down; 0 for the full size. */
  readonly height?: number | undefined
  /** The quality of a JPEG, 1 to 100. */
  readonly quality?: number | undefined
  readonly format: 'jpeg' | 'png'
  /** True for a slower and better render, which scales down last. */
  readonly hq?: boolean | undefined
  /** Stops the render, which has no limit of its own; a DarktableError as its reason is thrown. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((step: 'waiting' | 'rendering' | 'writing') => void) | undefined
}

/** The photo to inspect. */
export type InspectRequest = Pick<RenderRequest, 'original' | 'signal' | 'onProgress'>

/** A picture that was rendered. */
export interface Rendered {
  readonly durationMs: number
  readonly width: number
  readonly height: number
}

/** The command line of darktable; as many renders run at once as there are cores. */
export interface Darktable {
  /** True if it may use a graphics card. */
  readonly opencl: boolean
  /** Returns the installed version, or undefined if darktable is not installed. */
  probe(): Promise<{ readonly version: string } | undefined>
  /** Renders into a new file; throws a DarktableError. */
  render(request: RenderRequest): Promise<Rendered>
  /** Returns the facts about a photo that only darktable knows; throws a DarktableError. */
  inspect(request: InspectRequest): Promise<{ readonly border: Border }>
}

/** The settings of an engine. */
export interface DarktableOptions {
  readonly binary?: string | undefined
  readonly concurrency?: number | undefined
  /** True to render on a graphics card, if darktable finds one. Default: false. */
  readonly opencl?: boolean | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The folder in which each render gets a temporary folder. */
  readonly tempRoot?: string | undefined
}
