import { join } from 'node:path'
import type { RenderRequest } from './darktable.ts'

/** The files of one render, all in one folder. */
export interface RenderFiles {
  readonly edit: string
  readonly output: string
  readonly home: string
  readonly config: string
  readonly settings: string
  readonly cache: string
  readonly temp: string
}

/** Returns the paths of the files of a render. */
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
 * Returns the environment of a render. darktable reads and writes nothing of the user, and speaks
 * English, because its output is parsed.
 */
export const environmentOf = ({ home, temp }: RenderFiles): Readonly<Record<string, string>> => ({
  HOME: home,
  TMPDIR: temp,
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
})

const defaultQuality = 92

/** Returns the arguments of darktable-cli for a render. */
export function toCommandLine(
  { original, width = 0, height = 0, quality = defaultQuality, hq = false }: RenderRequest,
  files: RenderFiles,
  { opencl }: { readonly opencl: boolean },
): readonly string[] {
  const settings = {
    // darktable must not add modules to an edit that has none of ours.
    'plugins/darkroom/workflow': 'none',
    'plugins/darkroom/chromatic-adaptation': 'legacy',
    'plugins/imageio/format/jpeg/quality': String(quality),
    // The bits of a channel.
    'plugins/imageio/format/png/bpp': '8',
  }
  const noOpencl = opencl ? [] : ['--disable-opencl']
  return [
    original,
    files.edit,
    files.output,
    ...toFlags({
      width: String(width),
      height: String(height),
      hq: String(hq),
      'apply-custom-presets': 'false',
    }),
    '--core',
    ...noOpencl,
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
