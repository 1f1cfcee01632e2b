import type { Table } from '@lancedb/lancedb'
import { Problem } from '../../../domain/problem'
import type { WithTable } from '../vectors/with-table'
import { storeProblem } from './store-problem'

/**
 * Keeps the table open. Nothing is written to it, so that what fails is only tried once more on the
 * table opened again.
 */
export function reading({ address, open }: { address: string; open(): Promise<Table> }): WithTable {
  let opened: Promise<Table> | undefined
  return async (work) => {
    const attempt = async () => work(await (opened ??= open()), true)
    try {
      return await attempt()
    } catch (error) {
      opened = undefined
      // Whoever asks has waited long enough.
      if (error instanceof Problem && error.code === 'unavailable') throw error
    }
    try {
      return await attempt()
    } catch (error) {
      opened = undefined
      throw storeProblem(error, address, 'Reading from')
    }
  }
}
