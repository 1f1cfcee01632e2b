import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { CatalogName, WorkspaceStore } from '../../../ports/workspace-store'
import { atomicWrite } from '../../files/atomic-write'

/** Within a workspace's folder; may be deleted at any time. */
export const DERIVED_FOLDER = 'derived'

/** Kept at once; beyond, those written longest ago go. */
const MOST_FILES = 24
/**
 * A checksum of all that follows in 4 bytes, then what it was derived from as JSON, filled up:
 * aligned for any array.
 */
const HEAD_BYTES = 256
const OF_AT = 4

/** What stands for a name of derived data wherever it is kept. */
export const derivedKey = (name: string): string => hashOf(name).slice(0, 16)

interface DerivedFile {
  /** A {@link derivedKey}. */
  key: string
  content: Uint8Array
}

/**
 * Data of a folder that were derived from a catalog, without those of some names and those beyond a
 * size: they are not even read.
 */
export async function derivedOf(
  dir: string,
  { id, catalog }: CatalogName,
  { without, mostBytes }: { without: readonly string[]; mostBytes: number },
): Promise<DerivedFile[]> {
  const folder = join(dir, DERIVED_FOLDER)
  const staying = new Set(without.map(derivedKey))
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.bin'))
  const kept: DerivedFile[] = []
  for (const name of names) {
    const file = join(folder, name)
    const key = name.slice(0, -'.bin'.length)
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    if (staying.has(key) || bytes > mostBytes + HEAD_BYTES) continue
    const { of, content } = (await readDerived(file)) ?? {}
    if (content && of?.id === id && of.catalog === catalog) kept.push({ key, content })
  }
  return kept
}

/** How many files are damaged: they read as if they were not there. */
export async function damagedDerived(dir: string): Promise<number> {
  const folder = join(dir, DERIVED_FOLDER)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.bin'))
  let damaged = 0
  for (const name of names) if (!(await readDerived(join(folder, name)))) damaged++
  return damaged
}

async function readDerived(file: string) {
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes || bytes.length < HEAD_BYTES) return undefined
  if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(OF_AT))) return undefined
  const head = bytes.toString('utf8', OF_AT, HEAD_BYTES).replaceAll('\0', '')
  return { of: JSON.parse(head) as CatalogName, content: bytes.subarray(HEAD_BYTES) }
}

/** Derived data in one file a name, each with what it was derived from and a checksum. */
export function derivedFiles(dir: string): Pick<WorkspaceStore, 'derived' | 'keepDerived'> {
  const folder = join(dir, DERIVED_FOLDER)
  const fileOf = (name: string) => join(folder, `${derivedKey(name)}.bin`)
  return {
    derived: (name) => readDerived(fileOf(name)),
    async keepDerived(name, { id, catalog }, content) {
      const head = Buffer.alloc(HEAD_BYTES)
      head.write(JSON.stringify({ id, catalog }), OF_AT)
      const bytes = Buffer.concat([head, content])
      bytes.writeUInt32LE(crc32(bytes.subarray(OF_AT)), 0)
      // What cannot be kept, in a read-only folder or on a full disk, is made again.
      await write(folder, fileOf(name), bytes).catch(() => undefined)
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
