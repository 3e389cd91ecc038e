import { homedir } from 'node:os'
import { join } from 'node:path'

/** Returns the default folder of jobs, in the folder that the system has for what must last. */
export function toJobFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  return join(stateFolder(env, platform, home), 'toolaccord', 'jobs')
}

function stateFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  // The XDG base directory specification takes no relative paths.
  if (env.XDG_STATE_HOME?.startsWith('/')) return env.XDG_STATE_HOME
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return join(home, '.local', 'state')
}
