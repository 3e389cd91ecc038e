import type { Border } from '../geometry/frame.ts'

/** What to render. */
export interface RenderRequest {
  /** The photo, which is only read. */
  readonly original: string
  /** The text of the sidecar. */
  readonly xmp: string
  /** Where the picture goes; no file may be there. */
  readonly output: string
  /** The most that it may be wide and high; 0 for as large as it is. */
  readonly width?: number
  readonly height?: number
  /** Of a JPEG, 1 to 100. */
  readonly quality?: number
  readonly format: 'jpeg' | 'png'
  /** Slower and better: scales down last. */
  readonly hq?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (step: 'waiting' | 'rendering' | 'writing') => void
}

/** A picture that was rendered. */
export interface Rendered {
  readonly durationMs: number
  readonly width: number
  readonly height: number
}

/** darktable's command line, as many at once as there are cores. */
export interface Darktable {
  /** Which version there is; undefined when there is none. */
  probe(): Promise<{ readonly version: string } | undefined>
  /** Renders into a file that was not there before; throws a DarktableError. */
  render(request: RenderRequest): Promise<Rendered>
  /** What only darktable knows of a photo; throws a DarktableError. */
  inspect(request: Pick<RenderRequest, 'original' | 'signal'>): Promise<{ readonly border: Border }>
}

/** How darktable is run. */
export interface DarktableOptions {
  readonly binary?: string
  readonly concurrency?: number
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Where each render gets a folder of its own. */
  readonly tempRoot?: string
}
