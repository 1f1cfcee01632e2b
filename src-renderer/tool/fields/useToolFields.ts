import type { CatalogTool } from '../../../src-main/domain/tool/tool'
import { useQuery } from '../../composables/useQuery'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'

/** One tool’s fields, and a model to be asked for them. */
export function useToolFields(dir: string, { id, name }: CatalogTool['tool']) {
  const { announce } = useStatus()
  const ask = useTask('fields.standardise')
  return {
    ask,
    fields: useQuery('fields.tool', { dir, id }),
    async standardise(): Promise<void> {
      const done = await ask.run({ dir, ids: [id], again: true })
      if (done?.written) announce(`Standardised ${name}.`)
    },
  }
}
