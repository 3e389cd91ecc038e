/**
 * A raw file that shows a part of its sensor only: DNG's ActiveArea takes the place of the last
 * field, and its numbers go to the end.
 */
export function withActiveArea(
  file: Uint8Array,
  area: readonly [top: number, left: number, bottom: number, right: number],
): Uint8Array {
  const [directory, entrySize, activeArea, long] = [8, 12, 50_829, 4]
  const bytes = Buffer.concat([file, Buffer.from(Uint32Array.from(area).buffer)])
  const last = directory + 2 + (bytes.readUInt16LE(directory) - 1) * entrySize
  bytes.writeUInt16LE(activeArea, last)
  bytes.writeUInt16LE(long, last + 2)
  bytes.writeUInt32LE(area.length, last + 4)
  bytes.writeUInt32LE(file.length, last + 8)
  return bytes
}
