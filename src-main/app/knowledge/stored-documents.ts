import { EMBEDDED_COMPONENTS } from '../../domain/tool/document'
import { storedAs } from '../../pipeline/knowledge-base/embed-documents'
import type { Call } from '../app'
import { readingTools } from '../requests/call-progress'
import type { AppContext } from '../context'
import { workspaceSettings } from '../models/workspace-models'

interface Asked {
  dir: string
  name: string | undefined
}

/** The embedder of this name; where none is named, the workspace's. */
const openEmbedder = async (
  context: Pick<AppContext, 'embedders' | 'sessions' | 'settings'>,
  { dir, name }: Asked,
  signal: AbortSignal,
) => context.embedders.open(name ?? (await workspaceSettings(context, dir)).embedder, signal)

/**
 * What the document of each tool is stored under by an embedder; undefined for one that is not
 * embedded yet.
 */
export async function storedDocuments(
  context: Pick<AppContext, 'clock' | 'embedders' | 'sessions' | 'settings'>,
  asked: Asked,
  call: Call,
) {
  const session = await context.sessions.of(asked.dir)
  const embedder = await openEmbedder(context, asked, call.signal)
  const { tools } = await session.catalog(readingTools(call, context.clock))
  const { hashes } = await session.withCatalog((now) =>
    now.kit(embedder.name).textsToEmbed(EMBEDDED_COMPONENTS, embedder),
  )
  return { embedder, tools, stored: await storedAs(session.store, embedder.fingerprint, hashes) }
}
