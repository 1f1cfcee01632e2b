import { Problem } from '../../domain/problem'
import type { AppContext } from '../context'

/**
 * Says of a published catalog whose embedder is not to be had here, that words alone answer:
 * whoever serves it did not choose it. An error of anything else stays as it is.
 */
export async function offeringWords(
  { sessions, embedders, recipes }: AppContext,
  { dir, embedder, signal }: { dir: string; embedder: string; signal: AbortSignal },
  error: unknown,
): Promise<unknown> {
  const { store } = await sessions.of(dir)
  const { published } = await store.info()
  if (!published || signal.aborted) return error
  const missing = await embedders.open(embedder, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (missing === undefined) return error
  const fix = missing instanceof Problem ? (missing.fix ?? '') : ''
  const message = missing instanceof Error ? missing.message : 'The embedder cannot be opened.'
  const offer = `Or ask with the recipe ${recipes.wordsAlone}, which needs no embedder.`
  return new Problem('unavailable', message, `${fix} ${offer}`.trim())
}
