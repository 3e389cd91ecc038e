import type { ToolListing } from '../../../compile/to-tool-listing.ts'
import type { Caller } from '../../../define/call.ts'
import type { Success } from '../../../outcome/outcome.ts'
import type { EdgeOptions } from '../../http/create-edge.ts'

/** Options of the REST face, all optional. */
export interface RestOptions extends EdgeOptions {
  /**
   * `Cache-Control` of successful GET answers of tools, or a function that returns it; undefined is
   * the default: `no-cache` with an ETag, `no-store` without one.
   */
  readonly cacheControl?:
    | string
    | ((outcome: Success, tool: ToolListing, request: Request) => string | undefined)
    | undefined
  /**
   * The path of an app that the handler is mounted at, such as `/tools`. It stands before the links
   * that the framework makes: those of jobs, of next steps and of the document. Default: none.
   */
  readonly basePath?: string | undefined
  /**
   * How long a call of a tool that may take long is waited for before it is answered with 202 and a
   * handle, in milliseconds. `Prefer: wait=N` asks for another time, up to a minute or this.
   * Default: 30 seconds.
   */
  readonly waitMs?: number | undefined
  /** Asked by `/readyz`. Default: ready. */
  readonly ready?: (() => boolean | Promise<boolean>) | undefined
}

/** The options of the REST face, and what a transport knows beside them. */
export interface RestFaceOptions extends RestOptions {
  /** Who calls without a token, if callers need none. Default: nobody in particular. */
  readonly localCaller?: Caller | undefined
  /** True if the server is about to close; `/readyz` says so. Default: never. */
  readonly isDraining?: (() => boolean) | undefined
}
