import { fileURLToPath } from 'node:url'

/** The folders of the packs that come with the server. */
export const ownPacks: readonly string[] = ['base', 'looks', 'masks'].map((pack) =>
  fileURLToPath(new URL(`../../../vocabulary/${pack}`, import.meta.url)),
)
