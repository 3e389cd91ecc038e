/** Returns a short name for ids: letters and digits of any language, with hyphens between. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).join('-').slice(0, 80) || 'untitled'
}
