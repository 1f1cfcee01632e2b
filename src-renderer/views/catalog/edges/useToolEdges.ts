import { computed } from 'vue'
import { dependenciesOf } from '../../../../src-main/domain/tool/catalog-tool'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import type { CatalogTool, Dependency } from '../../../../src-main/domain/tool/tool'
import type { ActionAnswer } from '../../../../src-main/app/actions'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { useEditHistory } from '../../../composables/useEditHistory'
import { moved } from './edge-draft'

/** The edges of one tool, and what can be done to them; each change is saved at once, and can be undone. */
export function useToolEdges(dir: string, entry: () => CatalogTool) {
  const { announce } = useStatus()
  const history = useEditHistory(dir)
  const writing = useTask('graph.writeEdges')
  const resetting = useTask('graph.resetEdges')
  const edges = computed(() => dependenciesOf(entry()))
  const name = (): string => plainText(entry().tool.name)

  function noted(label: string, changed: ActionAnswer<'graph.writeEdges'> | undefined): boolean {
    if (!changed) return false
    history.note(label, changed)
    announce(`${label}.`)
    return true
  }

  async function write(next: readonly Dependency[] | undefined, label: string): Promise<boolean> {
    if (!next || writing.running.value) return false
    const { id } = entry().tool
    return noted(label, await writing.run({ dir, id, edges: [...next], base: [...edges.value] }))
  }

  return {
    edges,
    /** Whether the author's edges are in force in place of the imported ones. */
    isOwn: computed(() => entry().layer.dependencies !== undefined),
    busy: computed(() => writing.running.value || resetting.running.value),
    problem: computed(() => writing.problem.value ?? resetting.problem.value),
    clear(): void {
      writing.clear()
      resetting.clear()
    },
    add: (edge: Dependency) =>
      write([...edges.value, edge], `Added the edge from ${name()} to ${plainText(edge.on)}`),
    change: (place: number, edge: Dependency) =>
      write(
        edges.value.with(place, edge),
        `Changed the edge from ${name()} to ${plainText(edge.on)}`,
      ),
    remove: (place: number) =>
      write(
        edges.value.toSpliced(place, 1),
        `Removed the edge from ${name()} to ${plainText(edges.value[place]?.on ?? '')}`,
      ),
    move: (place: number, by: -1 | 1) =>
      write(
        moved(edges.value, place, by),
        `Moved the edge from ${name()} to ${plainText(edges.value[place]?.on ?? '')} ${by < 0 ? 'up' : 'down'}`,
      ),
    async reset(): Promise<void> {
      const label = `Went back to the imported edges of ${name()}`
      noted(label, await resetting.run({ dir, id: entry().tool.id }))
    },
  }
}
