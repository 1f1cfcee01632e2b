import type { ActionInput, ActionAnswer } from '../../src-main/features/actions'
import type { Run } from '../../src-main/domain/run/run'
import type { Embedder } from '../../src-main/ports/embedder'
import { conceptEmbedder } from '../fakes/embedder'
import type { AppUnderTest } from './open-app'

type Input = Omit<ActionInput<'evaluation.run'>, 'goldenSet'>

/** Measures recipes on the small golden set. */
export const evaluateSmall = (
  { request }: Pick<AppUnderTest, 'request'>,
  input: Input,
): Promise<ActionAnswer<'evaluation.run'>> =>
  request('evaluation.run', { goldenSet: 'asked', ...input })

/** Measures one recipe on the small golden set, at k = 1 and 2. */
export async function runOfSmall(
  app: Pick<AppUnderTest, 'request'>,
  dir: string,
  { recipe = 'bm25', ...others }: Partial<Input> & { recipe?: string } = {},
): Promise<Run> {
  const { runs } = await evaluateSmall(app, { dir, recipes: [{ recipe }], k: [1, 2], ...others })
  const [run] = runs
  if (!run) throw new Error(`${recipe} was not measured.`)
  return run
}

const CONCEPTS = [['send'], ['email', 'mail'], ['weather'], ['calendar'], ['money', 'euros']]

/** Understands the small catalog; `onQuery` is awaited before each query is embedded. */
export function watchedEmbedder(onQuery: (text: string) => unknown): Embedder {
  const embedder = conceptEmbedder(CONCEPTS)
  return {
    ...embedder,
    async embedQueries(texts, signal) {
      for (const text of texts) await onQuery(text)
      return embedder.embedQueries(texts, signal)
    },
  }
}
