import { z } from 'zod'
import { isCurrency, isDay, MOST_PER_MILLION } from './price-text'

/** What a model's provider asks for what is read, as someone wrote it down on a day. */
export const Price = z.object({
  model: z.string().trim().min(1).max(100).describe('its name'),
  perMillion: z
    .number('a price is a number, such as 0.25')
    .min(0)
    .max(MOST_PER_MILLION)
    .describe('for a million tokens read'),
  currency: z
    .string()
    .refine(isCurrency, 'a currency is three letters, such as USD')
    .meta({ title: 'code', description: 'three letters, as ISO 4217 has them' }),
  asOf: z
    .string()
    .refine(isDay, 'a day is written as 2026-10-01')
    .meta({ title: 'day', description: 'when you looked it up, such as 2026-10-01' }),
})
export type Price = z.infer<typeof Price>

/** The prices there are, the first written first, and what stands among them that is none. */
export const PriceTable = z.object({
  prices: z.array(Price),
  /** In words, each with the model it is of. */
  faults: z.array(z.string()),
})
export type PriceTable = z.infer<typeof PriceTable>

/** More than anybody compares. */
export const MOST_PRICES = 100
