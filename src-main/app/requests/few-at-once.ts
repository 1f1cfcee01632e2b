/** Lets so much work be under way at once; the rest waits for its turn, in the order in which it came. */
export function fewAtOnce(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // Who ends hands its place on.
    if (running === most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
