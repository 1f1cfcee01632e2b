import type { CatalogImport } from '../domain/catalog/import'
import type { SourceFile } from './reading/source-file'

/** Which column of a table holds what; names are the header's. */
export interface ColumnMapping {
  name: string
  description?: string
  /** JSON: a JSON Schema, or an object of parameter name → description. */
  parameters?: string
  tags?: string
  server?: string
}

export interface ImportOptions {
  /** Needed by tables whose header does not say which column is which. */
  mapping?: ColumnMapping
  /** The server to file the tools under, where the format has none of its own. */
  server?: string
}

/** A format of tool catalogs. */
export interface ImportFormat {
  id: string
  title: string
  /**
   * Set where each file is a catalog by itself, whatever lies beside it: of several such formats
   * every file goes to the surest.
   */
  fileByFile?: true
  /**
   * Looks at the files once: how surely they are of this format, and the reading of what it found.
   * Never throws.
   */
  recognise(files: SourceFile[]): Recognition
}

interface Recognition {
  /** 0 not at all … 1 certain. */
  confidence: number
  /**
   * The tools, golden sets and bundles of the files, with a report row for every entry skipped or
   * altered; at any confidence, for someone may name the format that detection did not see.
   * @throws UnreadableFile where a file as a whole cannot be read; a single bad entry is a report
   * row.
   */
  read(options: ImportOptions): FormatReading
}

/** What a format read of the files that it was shown. */
export interface FormatReading extends Omit<CatalogImport, 'account'> {
  /** The paths of the files that it used: the others are shown to other formats. */
  used: readonly string[]
  /** Those among them that could not be read after all, as the report says. */
  failed?: readonly string[]
  /** Entries that were meant as tools, those left out included; left out: the tools themselves. */
  entries?: number
  /** Fields of tools that the format does not read, those that most tools have first. */
  unknownFields?: readonly string[]
}
