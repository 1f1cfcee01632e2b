/** The address of the live-reloading window in development; undefined in an installed product. */
export function developmentAddress(
  isPackaged: boolean,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const url = URL.parse(env['ELECTRON_RENDERER_URL'] ?? '')
  if (isPackaged || url?.protocol !== 'http:') return undefined
  return url.hostname === 'localhost' || url.hostname === '127.0.0.1' ? url.href : undefined
}
