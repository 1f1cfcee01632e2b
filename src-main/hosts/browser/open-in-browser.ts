import { spawn } from 'node:child_process'

/** Opens an address in the user's browser where there is one; that there is none is no failure. */
export function openInBrowser(url: string): void {
  const command = opener(process.platform, process.env)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** The program that opens an address and its first arguments; undefined where nothing could be shown. */
export function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // `start` is a word of the shell, which would read the & of an address as its own.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}
