/// <reference types="vite/types/importMeta.d.ts" />

/**
 * The address of the live-reloading window; undefined unless `electron-vite dev` built what runs.
 * Neither `app.isPackaged` nor the environment tells that: `mode` is what the build wrote in.
 */
export function developmentAddress(mode: string, env: NodeJS.ProcessEnv): string | undefined {
  const url = URL.parse(env['ELECTRON_RENDERER_URL'] ?? '')
  if (mode !== 'development' || url?.protocol !== 'http:') return undefined
  return url.hostname === 'localhost' || url.hostname === '127.0.0.1' ? url.href : undefined
}
