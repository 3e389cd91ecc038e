import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Codec } from '../../archive/pack/pack.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** The lowest effort, and a window of 256 KiB. */
const fastest = { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18 }
const mebibyte = 1_048_576

/**
 * The codec of archives in files. At its lowest effort it is many times as fast as deflate, faster
 * than a disk, and gives up early on content that cannot be compressed.
 */
export const brotli: Codec = {
  // The first byte of a stored blob; 0 is plain content, 1 is deflate.
  mark: 2,
  // In one chunk: a turn between threads costs more than compressing the default of 16 KB.
  compress: (bytes) => compress(bytes, { params: fastest, chunkSize: bytes.length + 1_024 }),
  decompress: (bytes, maxBytes) =>
    decompress(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.min(bytes.length * 8 + 1_024, 4 * mebibyte),
    }),
}
