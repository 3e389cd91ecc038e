import { orderVersions } from '../state/create-baseline.ts'
import { EditError } from '../state/edit-error.ts'
import type { EditState, HistoryEntry, PhotoKind } from '../state/edit-state.ts'

const head = 'rawprepare invert temperature highlights cacorrect hotpixels rawdenoise demosaic'
const early = `
  denoiseprofile bilateral rotatepixels scalepixels lens cacorrectrgb hazeremoval ashift flip
  clipping liquify spots retouch exposure mask_manager tonemap toneequal crop graduatednd
  profile_gamma equalizer`
const late = `
  channelmixerrgb diffuse censorize negadoctor blurs nlmeans colorchecker defringe atrous lowpass
  highpass sharpen colortransfer colormapping channelmixer basicadj colorbalance colorbalancergb
  rgbcurve rgblevels basecurve filmic sigmoid filmicrgb lut3d colisa tonecurve levels shadhi
  zonesystem globaltonemap relight bilat colorcorrection colorcontrast velvia vibrance colorzones
  bloom colorize lowlight monochrome grain soften splittoning vignette colorreconstruct colorout
  clahe finalscale overexposed rawoverexposed dither borders watermark gamma`

/**
 * Every module of darktable 4.2.1 in the order of its pipe. The input profile of a developed
 * picture comes before the other modules.
 */
const pipes: Readonly<Record<PhotoKind, string>> = {
  raw: `${head} ${early} colorin ${late}`,
  ldr: `${head} colorin ${early} ${late}`,
}

type Place = readonly [operation: string, instance: number]

/** Returns the order list that a state needs, or undefined if darktable's own order is enough. */
export function toOrderList(state: EditState): string | undefined {
  const extras = state.entries.filter(({ multiPriority }) => multiPriority > 0)
  if (extras.length === 0 && state.orderList === undefined) return undefined
  const full = extras
    .toSorted((a, b) => a.multiPriority - b.multiPriority)
    .reduce(addInstance, placesOf(state))
  return full.flat().join(',')
}

/** The order of the sidecar itself, or the current built-in one. */
function placesOf({ kind, orderVersion, orderList }: EditState): readonly Place[] {
  if (orderList !== undefined) return parse(orderList)
  if (orderVersion === orderVersions[kind])
    return pipes[kind].split(/\s+/).map((operation): Place => [operation, 0])
  throw new EditError(
    'state',
    `The sidecar uses module order ${orderVersion}, in which no module can run twice.`,
    {
      hint:
        'Open the photo in darktable once to give it a current module order, ' +
        'or start from a fresh baseline.',
    },
  )
}

function parse(list: string): readonly Place[] {
  const parts = list.split(',')
  if (parts.length % 2 !== 0)
    throw new EditError(
      'state',
      'The module order of the sidecar is not a list of names and numbers.',
    )
  return Array.from({ length: parts.length / 2 }, (_, index): Place => [
    parts[index * 2] ?? '',
    Number(parts[index * 2 + 1]),
  ])
}

/** Puts a further instance directly after the last one of its module. */
function addInstance(
  places: readonly Place[],
  { operation, multiPriority }: HistoryEntry,
): readonly Place[] {
  if (places.some(([name, instance]) => name === operation && instance === multiPriority))
    return places
  const last = places.findLastIndex(([name]) => name === operation)
  // A module that is in no list has no place that we could choose.
  if (last < 0) return places
  return places.toSpliced(last + 1, 0, [operation, multiPriority])
}
