import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Codec } from '../../archive/pack.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18 }
const megabyte = 1_048_576

/**
 * At its lowest effort many times as quick as deflate, and quick to see what cannot be compressed;
 * of the disk, it is no brake.
 */
export const brotli: Codec = {
  mark: 2,
  // In one piece: each turn between threads costs more than compressing the 16 KB that are the default.
  compress: (bytes) => compress(bytes, { params, chunkSize: bytes.length + 1_024 }),
  decompress: (bytes, maxBytes) =>
    decompress(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.min(bytes.length * 8 + 1_024, 4 * megabyte),
    }),
}
