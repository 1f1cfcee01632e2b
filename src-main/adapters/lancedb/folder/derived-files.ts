import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { WorkspaceState, WorkspaceStore } from '../../../ports/workspace-store'
import { atomicWrite } from '../../files/atomic-write'

/** Within a workspace's folder; may be deleted at any time. */
export const DERIVED_FOLDER = 'derived'

/** Kept at once; beyond, those written longest ago go. */
const MOST_FILES = 12
/** A checksum of the content in 4 bytes, filled up, then what it was derived from in 32: aligned for any array. */
const HEAD_BYTES = 64
const OF_AT = 32

type DerivedFiles = Pick<WorkspaceStore, 'derived' | 'keepDerived'>

/** Derived data in one file a name, each with what it was derived from and a checksum. */
export function derivedFiles(dir: string): DerivedFiles {
  const folder = join(dir, DERIVED_FOLDER)
  const fileOf = (name: string) => join(folder, `${hashOf(name).toString('hex').slice(0, 16)}.bin`)
  return {
    async derived(name, of) {
      const bytes = await readFile(fileOf(name)).catch(() => undefined)
      if (!bytes || bytes.length < HEAD_BYTES) return undefined
      const content = bytes.subarray(HEAD_BYTES)
      const isWhole = bytes.readUInt32LE(0) === crc32(content)
      const isOf = bytes.subarray(OF_AT, HEAD_BYTES).equals(sourceOf(name, of))
      return isWhole && isOf ? content : undefined
    },
    async keepDerived(name, of, content) {
      const head = Buffer.alloc(HEAD_BYTES)
      head.writeUInt32LE(crc32(content), 0)
      sourceOf(name, of).copy(head, OF_AT)
      // What cannot be kept, in a read-only folder or on a full disk, is made again.
      await write(folder, fileOf(name), Buffer.concat([head, content])).catch(() => undefined)
    },
  }
}

async function write(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  await atomicWrite(file, bytes)
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const writtenMs = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
      return { path, writtenMs }
    }),
  )
  const newestFirst = files.sort((a, b) => b.writtenMs - a.writtenMs)
  for (const { path } of newestFirst.slice(MOST_FILES)) await rm(path, { force: true })
}

const sourceOf = (name: string, { id, catalog }: WorkspaceState): Buffer =>
  hashOf(JSON.stringify([name, id, catalog]))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
