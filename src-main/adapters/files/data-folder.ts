import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

interface Surroundings {
  env: Record<string, string | undefined>
  platform: NodeJS.Platform
  home: string
}

/**
 * Where settings and workspaces live: `PEGBOARD_HOME`, else the place each system means for such
 * things.
 */
export function dataFolder({ env, platform, home }: Surroundings = hereAndNow()): string {
  const { join, isAbsolute, resolve } = platform === 'win32' ? win32 : posix
  if (env['PEGBOARD_HOME']) return resolve(env['PEGBOARD_HOME'])
  if (platform === 'win32') {
    return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Pegboard')
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pegboard')
  // The XDG base directory specification has relative paths ignored.
  const shared = env['XDG_DATA_HOME'] ?? ''
  return join(isAbsolute(shared) ? shared : join(home, '.local', 'share'), 'pegboard')
}

const hereAndNow = (): Surroundings => ({
  env: process.env,
  platform: process.platform,
  home: homedir(),
})
