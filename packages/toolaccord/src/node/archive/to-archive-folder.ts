import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where archives are when nobody says where: in the folder that the system has for what can be made
 * anew.
 */
export function toArchiveFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  return join(cacheFolder(env, platform, home), 'toolaccord', 'archive')
}

function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  // The XDG base directory specification takes no relative paths.
  if (env.XDG_CACHE_HOME?.startsWith('/')) return env.XDG_CACHE_HOME
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache')
}
