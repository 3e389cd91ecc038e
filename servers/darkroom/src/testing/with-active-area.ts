/**
 * Returns a raw file that shows only a part of its sensor. The field ActiveArea of DNG replaces the
 * last field, and its numbers go to the end of the file.
 */
export function withActiveArea(
  file: Uint8Array,
  area: readonly [top: number, left: number, bottom: number, right: number],
): Uint8Array {
  const directory = 8
  const entrySize = 12
  const activeArea = 50_829
  const long = 4
  const bytes = Buffer.concat([file, Buffer.from(Uint32Array.from(area).buffer)])
  const last = directory + 2 + (bytes.readUInt16LE(directory) - 1) * entrySize
  bytes.writeUInt16LE(activeArea, last)
  bytes.writeUInt16LE(long, last + 2)
  bytes.writeUInt32LE(area.length, last + 4)
  bytes.writeUInt32LE(file.length, last + 8)
  return bytes
}
