import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unzipSync } from 'fflate'
import { temporaryFolder } from './temporary-workspaces'

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../fixtures/workspace', name)))

/**
 * A workspace as the program of schema version 1 left it, in a folder of its own: tools with their
 * layers in one table, three of them, a golden set of three queries and an empty one, a bundle, a
 * run and a vector. It is at revision 2. A process that died during a commit left another tool that
 * is not part of it.
 */
export async function versionOneWorkspace(): Promise<string> {
  const dir = join(await temporaryFolder(), 'mail-tools')
  for (const [name, bytes] of Object.entries(unzipSync(fixture('version-1.zip')))) {
    const path = join(dir, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  return dir
}

/** The same workspace, exported by that program. */
export const versionOneArchive = (): Uint8Array => fixture('version-1.pegboard')
