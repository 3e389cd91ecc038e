import { join } from 'node:path'
import type { RenderRequest } from './darktable.ts'

/** The files of one render, all in a folder of its own. */
export interface RenderFiles {
  readonly edit: string
  readonly output: string
  readonly home: string
  readonly config: string
  readonly settings: string
  readonly cache: string
  readonly temp: string
}

/** Where the files of a render are. */
export const filesIn = (folder: string, format: RenderRequest['format']): RenderFiles => ({
  edit: join(folder, 'edit.xmp'),
  output: join(folder, format === 'jpeg' ? 'picture.jpg' : 'picture.png'),
  home: join(folder, 'home'),
  config: join(folder, 'config'),
  settings: join(folder, 'config', 'darktablerc'),
  cache: join(folder, 'cache'),
  temp: join(folder, 'temp'),
})

/**
 * Nothing of the user's own is read or written, and what darktable says is in English, because it
 * is read.
 */
export const environmentOf = ({ home, temp }: RenderFiles): Readonly<Record<string, string>> => ({
  HOME: home,
  TMPDIR: temp,
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
})

const defaultQuality = 92

/** The arguments of darktable-cli for a render. */
export function toCommandLine(
  { original, width = 0, height = 0, quality = defaultQuality, hq = false }: RenderRequest,
  files: RenderFiles,
): readonly string[] {
  const settings = {
    // Nothing is added to an edit that we did not write.
    'plugins/darkroom/workflow': 'none',
    'plugins/darkroom/chromatic-adaptation': 'legacy',
    'plugins/imageio/format/jpeg/quality': String(quality),
    // Bits of a PNG.
    'plugins/imageio/format/png/bpp': '8',
  }
  return [
    original,
    files.edit,
    files.output,
    ...toFlags({
      width: String(width),
      height: String(height),
      hq: hq ? 'true' : 'false',
      'apply-custom-presets': 'false',
    }),
    '--core',
    '--disable-opencl',
    ...toFlags({
      configdir: files.config,
      cachedir: files.cache,
      tmpdir: files.temp,
      library: ':memory:',
    }),
    ...Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
  ]
}

const toFlags = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
