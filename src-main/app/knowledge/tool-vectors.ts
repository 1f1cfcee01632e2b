import { Problem } from '../../domain/problem'
import { EMBEDDED_COMPONENTS } from '../../domain/tool/document'
import type { ToolId } from '../../domain/tool/tool'
import type { TextVectors } from '../../pipeline/kit'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { Catalog } from '../workspaces/catalog'
import { prepareCall } from './prepare-call'

/** Tools of which each is compared with all others by meaning: some ten seconds. */
const MOST_BY_MEANING = 12_000

/**
 * The vectors of the tools' documents; none where there are too many tools, or, which may pass, no
 * embedder answers.
 */
export async function vectorsOf(
  context: AppContext,
  { dir, embedder, remarks }: { dir: string; embedder: string; remarks: string[] },
  { catalog, call }: { catalog: Catalog; call: Call },
): Promise<{ vectors?: TextVectors<ToolId>; isPassing: boolean }> {
  if (catalog.tools.length > MOST_BY_MEANING) {
    remarks.push(`Of more than ${MOST_BY_MEANING} tools words alone are compared.`)
    return { isPassing: false }
  }
  const kit = catalog.kit(embedder)
  try {
    const source = kit.vectors(kit.documents(EMBEDDED_COMPONENTS))
    const vectors = await source.prepare(prepareCall(context, dir, call))
    return { vectors, isPassing: false }
  } catch (error) {
    call.signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    remarks.push(`Words alone are compared, for the embedder gave no vectors: ${error.message}`)
    return { isPassing: true }
  }
}
