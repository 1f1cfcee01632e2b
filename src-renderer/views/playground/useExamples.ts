import { useTask } from '../../composables/useTask'
import { onWorkspace } from '../../composables/useWorkspace'

const EXAMPLES = 6

/** What the catalog has to choose from, and some queries to begin with. */
export function useExamples() {
  const facets = useTask('catalog.facets')
  const goldenSets = useTask('golden.list')
  const examples = useTask('golden.queries')

  async function readExamples(dir: string): Promise<void> {
    const sets = await goldenSets.run({ dir })
    const first = sets?.find(({ queries }) => queries > 0)
    if (first) await examples.run({ dir, set: first.name, limit: EXAMPLES })
    else examples.clear()
  }

  onWorkspace(({ dir }) => {
    void facets.run({ dir })
    void readExamples(dir)
  })
  return { facets, examples }
}
