import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the default folder of archives, in the folder that the system has for caches. */
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
  if (platform === 'darwin') return join(home, 'Library', 'Caches')
  return join(home, '.cache')
}
