import type { CatalogImport } from '../domain/catalog-import'
import { unsearchedParts } from './catalog/unsearched'
import { IMPORT_FORMATS } from './formats'
import { distinctSets } from './golden/distinct-sets'
import type { ImportOptions } from './import-format'
import { once } from './reading/once'
import { placeOf } from './reading/place'
import type { SourceFile } from './reading/source-file'
import { UnreadableFile } from './reading/unreadable-file'
import { unknownFormat } from './unknown-format'

export interface FormatCandidate {
  id: string
  title: string
  /** 0 … 1. */
  confidence: number
}

export interface CatalogImportOptions extends ImportOptions {
  /** A format's id; left out, the likeliest one. */
  format?: string
}

/** The files of one import. What was read to tell their format serves to import them as well. */
export interface CatalogFiles {
  /** The formats that the files may be, likeliest first. */
  candidates(): FormatCandidate[]
  /**
   * The tools, golden sets and bundles that the files hold, with a report of what was skipped or altered.
   * @throws UnreadableFile when a file as a whole cannot be read, or its format is not known.
   */
  read(options?: CatalogImportOptions): CatalogImport
}

/** What `files` hold; nothing of them is read before it is needed. */
export function catalogIn(files: SourceFile[]): CatalogFiles {
  const formats = IMPORT_FORMATS.map((format) => ({
    id: format.id,
    title: format.title,
    recognition: once(() => format.recognise(files)),
  }))
  const candidates = once(() =>
    formats
      .map(({ id, title, recognition }) => ({ id, title, confidence: recognition().confidence }))
      .filter(({ confidence }) => confidence > 0)
      .sort((one, other) => other.confidence - one.confidence),
  )
  return {
    candidates,
    read({ format: wanted, ...options } = {}) {
      if (files.length === 0) {
        const fix = 'Choose a folder that holds a catalog.'
        throw new UnreadableFile('folder', 'holds no files', fix)
      }
      const id = wanted ?? candidates()[0]?.id
      if (id === undefined) throw unknownFormat(files, IMPORT_FORMATS)
      const format = formats.find((candidate) => candidate.id === id)
      if (format) return finished(format.recognition().read(options), options)
      const known = formats.map((candidate) => candidate.id).join(', ')
      throw new UnreadableFile(placeOf(files), `cannot be read as "${id}"`, `Use one of: ${known}.`)
    },
  }
}

/** What holds for every format: golden sets have names of their own, what is not searched is told, and it is known who named the servers. */
function finished(imported: CatalogImport, { server }: ImportOptions): CatalogImport {
  const { sets, rows } = distinctSets(imported.goldenSets)
  return {
    ...imported,
    goldenSets: sets,
    report: [...imported.report, ...rows, ...unsearchedParts(imported.tools)],
    ...(server !== undefined && { saysServers: false }),
  }
}

/** Reads the files of one import at once; see {@link CatalogFiles}. */
export const importCatalog = (files: SourceFile[], options?: CatalogImportOptions): CatalogImport =>
  catalogIn(files).read(options)
