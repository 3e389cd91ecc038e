import type { ContentFidelity } from '../fidelity/content-fidelity.ts'
import { createContentFidelity } from '../fidelity/create-content-fidelity.ts'
import type { FidelityOptions } from '../fidelity/fidelity-options.ts'
import { createFileArchive } from './archive/create-file-archive.ts'

/**
 * Makes the answers of a server fit a budget of tokens, and keeps what they leave out. Default
 * archive: files in the cache folder of the user.
 */
export const createFidelity = ({
  archive = createFileArchive(),
  ...options
}: Partial<FidelityOptions> = {}): ContentFidelity => createContentFidelity({ archive, ...options })

export { createFileArchive } from './archive/create-file-archive.ts'
export { estimateTokens } from '../fidelity/tokens/estimate-tokens.ts'

export type { ContentFidelity, LongAnswer } from '../fidelity/content-fidelity.ts'
export type { FidelityOptions } from '../fidelity/fidelity-options.ts'
export type { FileArchiveOptions } from './archive/create-file-archive.ts'
