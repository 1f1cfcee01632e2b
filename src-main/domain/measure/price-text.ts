/** More than a hundred times what the dearest models ask. */
export const MOST_PER_MILLION = 100_000

/** What costs are told of. */
export const REQUESTS = 1000

/** A price as written by someone, or why it is none. */
export function readPrice(text: string): { price: number } | { error: string } {
  const written = text.trim()
  if (written === '') return { error: 'Write what a million tokens cost, such as 0.25.' }
  if (!/^\d+(\.\d+)?$|^\.\d+$/.test(written)) {
    return {
      error: `“${written.slice(0, 40)}” is no price: write digits alone, with a point, such as 0.25.`,
    }
  }
  const price = Number(written)
  return price > MOST_PER_MILLION
    ? {
        error: `A price is at most ${MOST_PER_MILLION.toLocaleString('en-US')} for a million tokens.`,
      }
    : { price }
}

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** Whether it is a day that there is, written as `2026-10-01`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** What the tools of a thousand requests cost that take so many tokens each. */
export const costOf = (tokens: number, { perMillion }: { perMillion: number }): number =>
  (tokens * REQUESTS * perMillion) / 1_000_000

/**
 * Money as people write it, with two figures that count at least: `$0.42`, `$0.0061`, `€1,204.00`.
 */
export function moneyText(amount: number, currency: string): string {
  const decimals = amount > 0 && amount < 0.1 ? Math.min(8, 1 - Math.floor(Math.log10(amount))) : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount)
}
