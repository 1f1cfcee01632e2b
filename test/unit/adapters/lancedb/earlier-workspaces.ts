import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unzipSync } from 'fflate'
import { temporaryFolder } from './temporary-workspaces'

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../fixtures/workspace', name)))

async function unpacked(name: string): Promise<string> {
  const dir = join(await temporaryFolder(), 'mail-tools')
  for (const [file, bytes] of Object.entries(unzipSync(fixture(name)))) {
    const path = join(dir, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  return dir
}

/**
 * A workspace as the program of schema version 1 left it, in a folder of its own: tools with their
 * layers in one table, three of them, a golden set of three queries and an empty one, a bundle, a
 * run and a vector. It is at revision 2. A process that died during a commit left another tool that
 * is not part of it.
 */
export const versionOneWorkspace = (): Promise<string> => unpacked('version-1.zip')

/** The same workspace, exported by that program. */
export const versionOneArchive = (): Uint8Array => fixture('version-1.pegboard')

/**
 * A workspace as the program of schema version 2 left it: a table for each kind of record, and in
 * them `EVERY_KIND`, two changes, chosen models and a vector. It is at revision 3; the commits
 * before wrote what is gone since. A process that died during a commit left another tool that is
 * not part of it.
 */
export const versionTwoWorkspace = (): Promise<string> => unpacked('version-2.zip')
