const MOST = 20
const LARGEST = 1000

/** Cut-offs as written, `1, 5, 10`: rising, each once; or what is wrong with them. */
export function parseK(text: string): { k: number[] } | { error: string } {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const numbers = parts.map(Number)
  const wrong = parts.find((_, at) => !isCutoff(numbers[at]))
  if (wrong !== undefined)
    return { error: `“${wrong}” is no k: whole numbers from 1 to ${LARGEST}, such as 1, 5, 10.` }
  const k = [...new Set(numbers)].sort((a, b) => a - b)
  if (!k.length) return { error: 'Name at least one k, such as 1, 5, 10.' }
  if (k.length > MOST) return { error: `At most ${MOST} values of k.` }
  return { k }
}

const isCutoff = (value: number | undefined): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LARGEST
