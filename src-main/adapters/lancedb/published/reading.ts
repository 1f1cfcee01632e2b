import type { Table } from '@lancedb/lancedb'
import type { WithTable } from '../tables/with-table'
import { storeProblem } from './store-problem'

interface Read {
  address: string
  open(): Promise<Table>
}

/** Keeps the table open. Nothing is written to it, so that what fails is only tried once more on the table opened again. */
export function reading({ address, open }: Read): WithTable {
  let opened: Promise<Table> | undefined
  return async (work) => {
    const attempt = async () => work(await (opened ??= open()), true)
    try {
      return await attempt()
    } catch {
      opened = undefined
    }
    try {
      return await attempt()
    } catch (error) {
      opened = undefined
      throw storeProblem(error, address, 'Reading from')
    }
  }
}
