import { spawn } from 'node:child_process'

/** Opens an address in the user's browser. Without a browser it does nothing: the address is printed as well. */
export function openInBrowser(url: string): void {
  const command = opener(process.platform, process.env)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** The program that opens an address, and its first arguments; undefined where there is no display. */
export function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // Not the shell's `start`: the shell would cut the address off at its first `&`.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}
