import type { Reply } from '../contract/reply'
import { Problem } from '../domain/problem'
import { readColumns } from '../importing/formats/csv'
import type { GoldenMapping } from '../importing/golden/golden-table'
import { readGoldenSets } from '../importing/golden/import-golden-sets'
import { catalogIn, type CatalogImportOptions } from '../importing/import-catalog'
import type { ImportFormat } from '../importing/import-format'
import { sourceFile, type SourceFile } from '../importing/reading/source-file'
import type { LocalFile } from '../ports/local-files'
import { problemReport } from './requests/problem-report'

interface ReadingOptions extends CatalogImportOptions {
  /** What the rows of a table are to be. */
  kind?: 'catalog' | 'golden-set'
  /** For tables of golden queries; left out: as they look. */
  goldenMapping?: GoldenMapping | undefined
}

type Formats = readonly ImportFormat[]

/** The ways in which files are read. What each gives is plain data. */
const READINGS = {
  /** The catalog that the files hold. */
  catalog: (files: SourceFile[], options: CatalogImportOptions, formats: Formats) =>
    catalogIn(files, formats).read(options),
  /** The same, with every format that they may be. */
  preview(files: SourceFile[], options: CatalogImportOptions, formats: Formats) {
    const catalog = catalogIn(files, formats)
    return { imported: catalog.read(options), candidates: catalog.candidates() }
  },
  /** The beginning of the table that they hold. */
  columns: (files: SourceFile[], { kind }: ReadingOptions) => readColumns(files, kind),
  /** Golden sets on their own, whose labels are not looked for yet. */
  goldenSets: (files: SourceFile[], { goldenMapping }: ReadingOptions) =>
    readGoldenSets(files, goldenMapping),
}

type Readings = typeof READINGS
export type ReadingName = keyof Readings
type ReadingOf<Name extends ReadingName> = ReturnType<Readings[Name]>

export interface ReadingInput {
  /** Their bytes may be gone afterwards. */
  files: LocalFile[]
  options?: ReadingOptions
}

/**
 * Reads files in one of the ways there are, until the signal stops it.
 * @throws Problem `unreadable` where they cannot be read, `bad-input` where that would take too
 * much memory.
 */
export type ReadFiles = <Name extends ReadingName>(
  reading: Name,
  input: ReadingInput,
  signal: AbortSignal,
) => Promise<ReadingOf<Name>>

/** What a reading gave, or why it failed, as plain data. Never throws. */
export function readingReply<Name extends ReadingName>(
  reading: Name,
  { files, options = {} }: ReadingInput,
  formats: Formats,
): Reply<ReadingOf<Name>> {
  try {
    const sources = files.map(({ path, bytes, leftOut }) => sourceFile(path, bytes, leftOut))
    return { ok: true, data: READINGS[reading](sources, options, formats) as ReadingOf<Name> }
  } catch (error) {
    return { ok: false, error: problemReport(error) }
  }
}

/** What a reading gave. @throws Problem why it failed. */
export function readOf<Data>(reply: Reply<Data>): Data {
  if (reply.ok) return reply.data
  const { code, message, fix } = reply.error
  throw new Problem(code, message, fix)
}

/** Reads at once, in the thread that asks: all else waits. */
export const readInPlace =
  (formats: Formats): ReadFiles =>
  async (reading, input, signal) => {
    signal.throwIfAborted()
    return readOf(readingReply(reading, input, formats))
  }
