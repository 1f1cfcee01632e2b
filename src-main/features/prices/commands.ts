import { InvalidArgumentError } from 'commander'
import type { PriceTable } from '../../domain/measure/price'
import { readPrice } from '../../domain/measure/price-text'
import { asks, type CommandGroup } from '../../hosts/cli/command'
import { reads } from '../../hosts/cli/flags'
import { plainText, tableText } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'

const prices: CommandGroup = {
  summary: 'your own prices of models; none are filled in',
  byDefault: 'list',
  commands: {
    list: asks('prices.list', { print: pricesText }),
    set: asks('prices.put', {
      args: ['model'],
      input: {
        perMillion: reads(price, 'price').describe('for a million tokens read, such as 0.25'),
      },
      defaults: { currency: 'USD' },
      print: pricesText,
    }),
    remove: asks('prices.remove', {
      args: ['model'],
      print: pricesText,
    }),
  },
}

function price(text: string): number {
  const read = readPrice(text)
  if ('price' in read) return read.price
  throw new InvalidArgumentError(read.error)
}

function pricesText(
  { prices: all, faults }: PriceTable,
  _: unknown,
  session: CommandSession,
): string {
  for (const fault of faults) session.remark(fault)
  if (all.length === 0) {
    return 'There are no prices. Write one with: pegboard prices set MODEL --per-million 0.25 --as-of 2026-10-01'
  }
  const rows = all.map(({ model, perMillion, currency, asOf }) => [
    plainText(model),
    String(perMillion),
    currency,
    asOf,
  ])
  return tableText(['model', 'per million tokens read', 'currency', 'as of'], rows)
}

export const commands = { prices }
