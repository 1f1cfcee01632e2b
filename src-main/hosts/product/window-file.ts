import { readFile, realpath } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface WindowFile {
  bytes: Buffer<ArrayBuffer>
  headers: Record<string, string>
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/**
 * A file of the built window, with its content type and caching headers; undefined when there is
 * none. Files outside the folder are out of reach, both by path traversal (`..`) and by symbolic
 * link.
 * @param urlPath the path of the address, still percent-encoded; `/` is `index.html`
 */
export async function windowFile(folder: string, urlPath: string): Promise<WindowFile | undefined> {
  const path = decodedPath(urlPath === '/' ? '/index.html' : urlPath)
  if (path === undefined) return undefined
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    if (!file.startsWith(root + sep)) return undefined
    const headers = {
      'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': caching(relative(root, file)),
    }
    return { bytes: await readFile(file), headers }
  } catch {
    return undefined
  }
}

/** Undefined for anything but a plain path: bad encoding, NUL, a backslash or `..`. */
function decodedPath(urlPath: string): string | undefined {
  try {
    const path = decodeURIComponent(urlPath)
    const plain = !/[\0\\]/.test(path) && !path.split('/').includes('..')
    return plain ? path : undefined
  } catch {
    return undefined
  }
}

// File names in `assets` hold a hash of the content.
function caching(path: string): string {
  return path.startsWith(`assets${sep}`) ? 'private, max-age=31536000, immutable' : 'no-cache'
}
