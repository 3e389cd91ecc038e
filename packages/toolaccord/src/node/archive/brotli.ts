import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Codec } from '../../archive/pack/pack.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18 }
const megabyte = 1_048_576

/**
 * The codec of archives in files. At its lowest effort it is many times as fast as deflate and
 * slows no disk down; it soon sees that content cannot be compressed.
 */
export const brotli: Codec = {
  mark: 2,
  // In one chunk: a turn between threads costs more than compressing the default of 16 KB.
  compress: (bytes) => compress(bytes, { params, chunkSize: bytes.length + 1_024 }),
  decompress: (bytes, maxBytes) =>
    decompress(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.min(bytes.length * 8 + 1_024, 4 * megabyte),
    }),
}
