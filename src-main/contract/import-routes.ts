import { z } from 'zod'
import {
  CatalogChange,
  ClashChoices,
  ImportClashes,
  ImportedGoldenSet,
  ReportRow,
} from '../domain/catalog-import'
import { ToolId } from '../domain/tool'
import { WorkspaceInfo } from '../domain/workspace'
import { Dir, Name } from './workspace-routes'

const ColumnMapping = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.string().optional(),
  tags: z.string().optional(),
  server: z.string().optional(),
})

const ImportInput = z.object({
  /** What `files.begin` or `files.append` gave; in the terminal also a file or folder on this machine. */
  path: z.string().min(1),
  /** Left out: the format is detected. */
  format: z.string().optional(),
  mapping: ColumnMapping.optional(),
  server: z.string().optional(),
  clashes: ClashChoices.prefault({}),
})

export const importRoutes = {
  'import.formats': {
    input: z.object({}),
    output: z.object({
      imports: z.array(z.object({ id: z.string(), title: z.string() })),
      exports: z.array(z.object({ id: z.string(), title: z.string() })),
    }),
  },
  /** Reads the files and says what importing them would do. Writes nothing. */
  'import.preview': {
    /** Without `dir`: what importing into a new workspace would do. */
    input: ImportInput.extend({ dir: Dir.optional() }),
    output: z.object({
      format: z.string(),
      /** All formats the files could be, likeliest first. */
      candidates: z.array(z.object({ id: z.string(), title: z.string(), confidence: z.number() })),
      tools: z.number().int(),
      sample: z.array(
        z.object({
          id: ToolId,
          description: z.string(),
          parameters: z.number().int(),
          tags: z.array(z.string()),
        }),
      ),
      change: CatalogChange,
      clashes: ImportClashes,
      goldenSets: z.array(ImportedGoldenSet),
      bundles: z.number().int(),
      report: z.array(ReportRow),
      /** To be handed to `import.commit`, which refuses when the workspace has moved on. */
      revision: z.number().int(),
    }),
  },
  /** A table's header and first rows with a proposed mapping, for a column mapper. */
  'import.columns': {
    input: z.object({ path: z.string().min(1) }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      mapping: ColumnMapping.partial(),
    }),
  },
  /** Imports in one commit. What an author wrote stays, unless `clashes` says otherwise. */
  'import.commit': {
    input: ImportInput.extend({
      dir: Dir,
      /**
       * The name of a workspace to make at `dir`. It is made once the files have been read, and removed again where writing
       * them fails.
       */
      create: Name.optional(),
      /** The revision the preview was made against; left out: whatever is there. */
      revision: z.number().int().optional(),
      /** Whether tools that the files no longer hold are removed; their golden labels and author's layers are kept. */
      removeMissing: z.boolean().default(false),
    }),
    output: z.object({
      format: z.string(),
      change: CatalogChange,
      clashes: ImportClashes,
      goldenSets: z.array(ImportedGoldenSet),
      bundles: z.number().int(),
      report: z.array(ReportRow),
      workspace: WorkspaceInfo,
    }),
  },
  /**
   * Adds golden sets from CSV, JSON or message logs: one per file, or one per split. A set of the same name is replaced only
   * if `replace`.
   */
  'golden.import': {
    input: z.object({
      dir: Dir,
      path: z.string().min(1),
      /** The set's name; where there are several, what their names begin with. */
      name: z.string().trim().min(1).max(100).optional(),
      replace: z.boolean().default(false),
      /** Reads and reports without writing. */
      preview: z.boolean().default(false),
    }),
    output: z.object({
      format: z.string(),
      goldenSets: z.array(ImportedGoldenSet),
      sample: z.array(z.object({ text: z.string(), tools: z.array(ToolId) })),
      report: z.array(ReportRow),
    }),
  },
  /** Begins handing in files piece by piece; the folder's name is then a `path`. */
  'files.begin': { input: z.object({}), output: z.object({ folder: z.string() }) },
  'files.append': {
    input: z.object({
      folder: z.string(),
      path: z.string().min(1).max(1000),
      /** Base64 of at most 4 MiB. */
      bytes: z.string().max(6_000_000),
    }),
    output: z.object({ path: z.string() }),
  },
  /** A piece of a file that an export made. */
  'files.read': {
    input: z.object({ file: z.string(), offset: z.number().int().min(0) }),
    output: z.object({ bytes: z.string(), next: z.number().int().optional() }),
  },
}
