import type { PhotoKind } from '../../editing/index.ts'

const rawExtensions = [
  '3fr',
  'arw',
  'cr2',
  'cr3',
  'crw',
  'dcr',
  'dng',
  'erf',
  'iiq',
  'kdc',
  'mef',
  'mos',
  'mrw',
  'nef',
  'nrw',
  'orf',
  'pef',
  'raf',
  'raw',
  'rw2',
  'rwl',
  'sr2',
  'srf',
  'srw',
  'x3f',
]
const developedExtensions = ['jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp']

/** The extensions of all files that may be photos. */
export const photoExtensions: readonly string[] = [...rawExtensions, ...developedExtensions]

/** The signatures of each family: an offset and the bytes there. */
const signs = {
  jpeg: ['0 \xff\xd8\xff'],
  png: ['0 \x89PNG\r\n\x1a\n'],
  webp: ['8 WEBP'],
  tiff: ['0 II*\0', '0 MM\0*'],
  camera: [
    '0 IIRO',
    '0 IIRS',
    '0 MMOR',
    '0 IIU\0',
    '0 FUJIFILM',
    '0 FOVb',
    '0 \0MRM',
    '4 ftypcrx',
    '6 HEAPCCDR',
  ],
} as const

/** A family of files with the same signatures. */
export type PhotoFamily = keyof typeof signs

/** Returns the family of a file by its first bytes; undefined if it is not a photo. */
export function familyOf(start: Uint8Array): PhotoFamily | undefined {
  const text = Buffer.from(start.subarray(0, 32)).toString('latin1')
  // The cast names the keys of the table above.
  return (Object.keys(signs) as PhotoFamily[]).find((family) =>
    signs[family].some((sign) => text.startsWith(sign.slice(2), Number(sign[0]))),
  )
}

/**
 * Returns the kind of a photo by its content and its extension. Returns undefined if darktable
 * would not accept the file.
 */
export function photoKindOf(
  family: PhotoFamily | undefined,
  extension: string,
): PhotoKind | undefined {
  if (family === undefined || !photoExtensions.includes(extension)) return undefined
  if (family === 'jpeg' || family === 'png' || family === 'webp')
    return developedExtensions.includes(extension) ? 'ldr' : undefined
  if (rawExtensions.includes(extension)) return 'raw'
  const isTiff = family === 'tiff' && extension.startsWith('tif')
  return isTiff ? 'ldr' : undefined
}
