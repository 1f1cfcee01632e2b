import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'

export interface Product {
  version: string
  /** Where the program is published, if anywhere. */
  homepage?: string | undefined
  /** The icon, the demo workspace and whatever else ships beside the code. */
  resourcesFolder: string
  /** The built window: `index.html` and its assets. */
  windowFolder: string
  /** The entry that runs the app inside a worker thread. */
  workerFile: string
  /** The entry that reads the files of an import inside a thread. */
  readerFile: string
  /** The entry that computes sentence embeddings inside a thread. */
  encoderFile: string
  /** The entry that speaks to an MCP server inside a thread. */
  listingFile: string
  /** How the terminal is started: a program and its first arguments. */
  program: string[]
  /** The preload script between the desktop window and the main process. */
  preloadFile: string
}

/**
 * A packaged program is the terminal itself; an AppImage lies elsewhere at each start but for the
 * file that was started. Else it is started by Node, which Electron's own program is not.
 */
function terminalProgram(root: string): string[] {
  const isElectron = process.versions['electron'] !== undefined
  if (isElectron && !Reflect.has(process, 'defaultApp'))
    return [process.env['APPIMAGE'] ?? process.execPath]
  const launcher = join(root, 'src-main', 'hosts', 'launch', 'pegboard.mjs')
  return [isElectron ? nodeProgram() : process.execPath, launcher]
}

/** Node by its whole path: who starts the terminal later may have another PATH, as desktops do. */
function nodeProgram(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? 'node'
}

/**
 * Where this installation keeps its parts, found from the nearest `package.json` above this code.
 */
export function product(): Product {
  const root = nearestPackage(import.meta.dirname)
  const description = z
    .object({
      version: z.string(),
      homepage: z
        .url({ protocol: /^https$/ })
        .optional()
        .catch(undefined),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return {
    ...description,
    resourcesFolder: join(root, 'resources'),
    windowFolder: join(root, 'out', 'renderer'),
    workerFile: join(root, 'out', 'main', 'worker.js'),
    readerFile: join(root, 'out', 'main', 'reader.js'),
    encoderFile: join(root, 'out', 'main', 'encoder.js'),
    listingFile: join(root, 'out', 'main', 'listing.js'),
    program: terminalProgram(root),
    preloadFile: join(root, 'out', 'preload', 'preload.cjs'),
  }
}

// The bundler decides into which folder it puts shared code, so a fixed number of `..` would break.
function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('There is no package.json above the code of Pegboard. Install Pegboard again.')
  return nearestPackage(parent)
}
