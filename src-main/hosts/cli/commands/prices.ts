import { InvalidArgumentError, type Command } from 'commander'
import type { PriceTable } from '../../../domain/measure/price'
import { readPrice } from '../../../domain/measure/price-text'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  json?: boolean
}
interface NewPrice {
  perMillion: number
  currency: string
  asOf: string
}

export function addPricesCommand(program: Command, run: Run): void {
  const prices = program
    .command('prices')
    .description('what models cost, as you write it: nothing is filled in')
  prices
    .command('list', { isDefault: true })
    .description('list the prices')
    .option('--json', 'print one JSON object')
    .action(({ json }: Flags) =>
      run(async (session) => {
        const table = await session.request('prices.list', {})
        if (json) return session.printJson(table)
        print(session, table)
      }),
    )
  prices
    .command('set')
    .description('write what a model costs, in place of what was written before')
    .argument('<model>', 'its name')
    .requiredOption('--per-million <price>', 'for a million tokens read, such as 0.25', price)
    .requiredOption('--as-of <day>', 'when you looked it up, such as 2026-10-01')
    .option('--currency <code>', 'three letters', 'USD')
    .action((model: string, given: NewPrice) =>
      run(async (session) =>
        print(session, await session.request('prices.put', { model, ...given })),
      ),
    )
  prices
    .command('remove')
    .description('forget what a model costs')
    .argument('<model>', 'its name')
    .action((model: string) =>
      run(async (session) => print(session, await session.request('prices.remove', { model }))),
    )
}

function price(text: string): number {
  const read = readPrice(text)
  if ('price' in read) return read.price
  throw new InvalidArgumentError(read.error)
}

function print(session: CommandSession, { prices, faults }: PriceTable): void {
  for (const fault of faults) session.remark(fault)
  if (prices.length === 0) {
    return session.print(
      'There are no prices. Write one with: pegboard prices set MODEL --per-million 0.25 --as-of 2026-10-01',
    )
  }
  const rows = prices.map(({ model, perMillion, currency, asOf }) => [
    ...[plainText(model), String(perMillion), currency, asOf],
  ])
  session.print(tableText(['model', 'per million tokens read', 'currency', 'as of'], rows))
}
