import type { Authenticator } from '../../../auth/create-authenticator.ts'
import type { ToolListing } from '../../../compile/tool-listing.ts'
import type { Success } from '../../../outcome/outcome.ts'

/** How a server shows itself over HTTP, all optional. */
export interface RestOptions {
  /**
   * Which web pages may call: `true` for any origin, without credentials. Default: only pages of
   * the same host.
   */
  readonly cors?: true | { readonly origins: readonly string[] } | undefined
  /**
   * `Cache-Control` of successful GET answers of tools, or what tells it; undefined is the default:
   * `no-cache` where there is an ETag, else `no-store`.
   */
  readonly cacheControl?:
    | string
    | ((outcome: Success, tool: ToolListing, request: Request) => string | undefined)
  /** Asked by `/readyz`. Default: ready. */
  readonly ready?: (() => boolean | Promise<boolean>) | undefined
  /** The host names that a request may be sent to, as they stand in a URL. Default: any. */
  readonly hosts?: readonly string[] | undefined
  /**
   * Tells who calls; without a valid token nothing but health and the metadata about tokens is
   * shown. Default: everybody may call.
   */
  readonly authenticator?: Authenticator | undefined
}
