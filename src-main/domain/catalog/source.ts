import { z } from 'zod'
import { ToolId } from '../tool/tool'
import { FieldChange } from './import'

/** A program that speaks MCP over its standard input and output. */
export const StartedServer = z.object({
  kind: z.literal('stdio'),
  command: z.string().min(1).max(4_096),
  /** A secret is written as the variable that holds it: `${TOKEN}`. */
  args: z.array(z.string().max(32_768)).max(1_000),
  /** Where it is started; left out: the person's own folder. */
  cwd: z.string().min(1).optional(),
  /** Variables that it is given beside the usual few, by name: what they say is kept nowhere. */
  variables: z.array(z.string().min(1).max(500)).max(500).default([]),
})

/** Kept nowhere, so no address is taken that has one. */
export const HOLDS_PASSWORD = 'holds a name or password'
export const NAME_VARIABLE = 'Send it in a header that names the variable which holds it.'

/** An address, with what is sent along. */
const addressed = {
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .max(4_096)
    .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), `${HOLDS_PASSWORD}: ${NAME_VARIABLE}`),
  /**
   * What is sent along: a secret is written as the variable that holds it, such as `Bearer
   * ${TOKEN}`.
   */
  headers: z
    .record(
      z.string().min(1),
      z
        .string()
        .max(32_768)
        .regex(/\$\{[^{}]+\}/, 'must name the variable that holds its secret, as in ${TOKEN}'),
    )
    .default({}),
}

/** An MCP server that is asked over streamable HTTP. */
export const HttpServer = z.object({ kind: z.literal('http'), ...addressed })

/** What a feature reads from an address, such as a document with tools. */
export const ReadAddress = z.object({
  kind: z.literal('address'),
  as: z.string().min(1).max(100).describe('what stands at the address, such as “document”'),
  ...addressed,
})

/**
 * A server as the configuration file of an MCP client describes it; the file is read anew each
 * time.
 */
export const ConfiguredServer = z.object({
  kind: z.literal('config'),
  file: z.string().min(1).max(4_096),
  server: z.string().min(1).max(500),
})

/**
 * A file or folder of this machine, in any format that can be imported: an OpenAPI document, for
 * one.
 */
export const FilesOrigin = z.object({
  kind: z.literal('files'),
  path: z.string().min(1).max(4_096),
  format: z.string().optional(),
  server: z.string().optional(),
})

/** Where the tools of a source live. */
export const Origin = z.discriminatedUnion('kind', [
  StartedServer,
  HttpServer,
  ReadAddress,
  ConfiguredServer,
  FilesOrigin,
])
export type Origin = z.output<typeof Origin>

/** Whether tools of it can be called: files and documents only list them. */
export const isToolServer = ({ kind }: { kind: Origin['kind'] }): boolean =>
  kind !== 'files' && kind !== 'address'

export const SourceName = z.string().trim().min(1).max(200).describe('the name of the source')

/** What a source changed of a tool that the catalog held, until somebody has looked at it. */
export const SourceChange = z.object({
  tool: ToolId,
  at: z.string(),
  fields: z.array(FieldChange),
  /** Golden queries that gave the tool before and no longer do, where that was measured. */
  broken: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type SourceChange = z.output<typeof SourceChange>

/** Where tools of the catalog come from, so that they can be read again. */
export const Source = z.object({
  name: SourceName,
  /** The server that tools of an MCP server are filed under: stays when the source is renamed. */
  server: z.string().optional(),
  origin: Origin,
  /** When it was read and changed something, as ISO 8601. */
  readAt: z.string(),
  /** The version of MCP that it was read by. */
  protocol: z.string().optional(),
  /** The tools that it held then, by their ids here. */
  tools: z.array(ToolId),
  /** The newest first. */
  changed: z.array(SourceChange).default([]),
})
export type Source = z.output<typeof Source>
