import { Problem } from '../../../domain/problem'

/** Of a table that can be read, and is not what was published. */
export const changed = (number: number, address: string, table: string): Problem =>
  new Problem(
    'unreadable',
    `Snapshot ${number} of ${address} is damaged: its table “${table}” is not what was published, as a disk does that loses bits.`,
    `Publish again, or roll back to another one: pegboard rollback ${address} NUMBER. Which are whole: pegboard check --place ${address}`,
  )
