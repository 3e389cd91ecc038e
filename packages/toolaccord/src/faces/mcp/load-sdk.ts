import type { SdkParts } from './sdk/load-sdk.ts'

/**
 * Loads the official SDK when it is first needed, because it costs more to load than most servers
 * cost to run. Only Node gets this file: esbuild breaks modules that a bundle imports lazily.
 */
export async function loadSdk(): Promise<SdkParts> {
  const sdk = await import('./sdk/load-sdk.ts')
  return sdk.loadSdk()
}
