import { z } from 'zod'
import { byName, isPlainObject } from '../value/by-name'

/**
 * A JSON value as it came from a file; never interpreted, only kept and shown. A bigint is an
 * integer that no number holds.
 */
export const JsonValue = z.custom<JsonValue>((value) => isJson(value, 0), 'Not JSON')
export type JsonValue =
  string | number | bigint | boolean | null | JsonValue[] | { [key: string]: JsonValue }

export const JsonObject = z.custom<JsonObject>(
  (value) => isPlainObject(value) && isJson(value, 0),
  'must be a JSON object',
)
export type JsonObject = Record<string, JsonValue>

/** Deeper than anything that is kept; a stack holds it easily. */
const DEEPEST_JSON = 500

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'bigint') return true
  const inner = Array.isArray(value)
    ? value
    : isPlainObject(value)
      ? Object.values(value)
      : undefined
  return depth < DEEPEST_JSON && (inner?.every((part) => isJson(part, depth + 1)) ?? false)
}

/** Identifies a tool within its catalog: `name`, or `server/name` where the catalog has servers. */
export const ToolId = z.string().min(1).brand<'ToolId'>().meta({ title: 'id' })
export type ToolId = z.infer<typeof ToolId>

/** What names a tool, also where it is described otherwise: a person may write any of its names. */
export const NAMES_A_TOOL = z.registry<{ isTool: true }>()
ToolId.register(NAMES_A_TOOL, { isTool: true })

/**
 * Who may be offered the tool: `public` anyone, `internal` the owner's own agents, `hidden` no
 * agent at all.
 */
export const Visibility = z.enum(['public', 'internal', 'hidden'])
export type Visibility = z.infer<typeof Visibility>

/** MCP's behaviour hints (2025-11-25, ToolAnnotations). Hints, not guarantees. */
export const Annotations = z.object({
  readOnly: z.boolean().optional(),
  destructive: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  openWorld: z.boolean().optional(),
})
export type Annotations = z.infer<typeof Annotations>

/** The four edge types of a tool knowledge graph (Graph RAG-Tool Fusion, section 3). */
export const DependencyKind = z.enum([
  'tool-direct',
  'tool-indirect',
  'parameter-direct',
  'parameter-indirect',
])
export type DependencyKind = z.infer<typeof DependencyKind>

/** An edge from the tool that holds it to the tool it needs. */
export const Dependency = z.object({
  on: ToolId,
  kind: DependencyKind,
  /** The parameter of the dependent tool that the edge concerns. */
  parameter: z.string().optional(),
  reason: z.string().optional(),
})
export type Dependency = z.infer<typeof Dependency>

/** A call that shows how a tool is used: what a user wants and the arguments that do it. */
export const ToolExample = z.object({
  intent: z.string().optional(),
  /** The call within a program, where that is all there is; then it has no arguments. */
  code: z.string().optional(),
  arguments: JsonObject,
})
export type ToolExample = z.infer<typeof ToolExample>

/** The four fields of a standardised tool document (MFTR, section 3.1). */
export const StandardisedFields = z.object({
  description: z.string(),
  parameters: byName(JsonObject),
  response: z.string(),
  examples: z.array(ToolExample),
})
export type StandardisedFields = z.infer<typeof StandardisedFields>

/**
 * Standardised fields as the author of a catalog corrected them; one that is absent is left as it
 * came or was written.
 */
export const CorrectedFields = StandardisedFields.partial().extend({
  /** The version of the tool that they were corrected for, as `fields.tool` names it. */
  of: z.string().optional(),
})
export type CorrectedFields = z.infer<typeof CorrectedFields>

/** Where a tool came from, kept whole so that exporting in the same format loses nothing. */
export const ToolSource = z.object({
  format: z.string(),
  /** The entry exactly as the file had it, fields we do not know included. */
  entry: JsonValue,
  /** What surrounds the entry and concerns it, such as the namespace or server it stood in. */
  context: JsonObject.optional(),
})
export type ToolSource = z.infer<typeof ToolSource>

/**
 * What an import says of the fields that people may change by hand; `null`: the tool has no server
 * there.
 */
export const ImportedFields = z
  .object({
    name: z.string().min(1),
    server: z.string().nullable(),
    description: z.string(),
    parameters: JsonObject,
  })
  .partial()
export type ImportedFields = z.infer<typeof ImportedFields>

/**
 * A tool as it is in force: as imported, or as written by hand. What its author adds to make it
 * findable stands apart, in {@link AuthorLayer}.
 */
export const Tool = z.object({
  id: ToolId,
  /** The true name: what an agent calls. */
  name: z.string().min(1),
  /** The MCP server, namespace or API the tool belongs to. */
  server: z.string().optional(),
  title: z.string().optional(),
  description: z.string(),
  /** A JSON Schema of type object. */
  parameters: JsonObject,
  /** A JSON Schema of what the tool returns. */
  response: JsonObject.optional(),
  tags: z.array(z.string()),
  visibility: Visibility,
  annotations: Annotations.optional(),
  examples: z.array(ToolExample),
  dependencies: z.array(Dependency),
  standardised: StandardisedFields.optional(),
  source: ToolSource,
  /**
   * Of the fields that were changed by hand, what the import says: to go back to, and to know
   * whether a later import says something new.
   */
  imported: ImportedFields.optional(),
})
export type Tool = z.infer<typeof Tool>

/**
 * What the catalog's author wrote on top of the imported tool to make it findable.
 * An absent field leaves the imported value in force. Survives every re-import.
 */
export const AuthorLayer = z.object({
  /**
   * Retrieval description: embedded and matched instead of the imported one, never sent to an
   * agent.
   */
  description: z.string().optional(),
  /**
   * When it is the tool to use, in the words of those who ask; matched and embedded, never sent to
   * an agent.
   */
  whenToUse: z.string().optional(),
  /** What it does not do, and which tool does. */
  limits: z.string().optional(),
  /** Model-facing description: sent to an agent instead of the imported one. */
  modelDescription: z.string().optional(),
  /** Hypothetical questions the tool answers (Toolshed, component 4). */
  questions: z.array(z.string()).optional(),
  /** Key topics and intents (Toolshed, component 5). */
  topics: z.array(z.string()).optional(),
  /** Retrieval descriptions of parameters, by parameter name. */
  parameters: byName(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  visibility: Visibility.optional(),
  dependencies: z.array(Dependency).optional(),
  standardised: CorrectedFields.optional(),
  /** A remark for colleagues; neither matched nor sent. */
  note: z.string().optional(),
})
export type AuthorLayer = z.infer<typeof AuthorLayer>

/** An author's layer with the tool it belongs to, which need not be in the catalog now. */
export const ToolLayer = z.object({
  tool: ToolId,
  layer: AuthorLayer,
  /**
   * The tool as it was when an import removed it: by this it is known when it comes back, perhaps
   * under another server.
   */
  last: Tool.optional(),
})
export type ToolLayer = z.infer<typeof ToolLayer>

/** A tool with its author's layer, the two never mixed. */
export const CatalogTool = z.object({ tool: Tool, layer: AuthorLayer })
export type CatalogTool = z.infer<typeof CatalogTool>

export const toolId = (name: string, server?: string): ToolId =>
  (server ? `${server}/${name}` : name) as ToolId
