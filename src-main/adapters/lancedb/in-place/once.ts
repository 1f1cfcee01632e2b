/** Does it at the first call; a failure is forgotten. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    if (!made) {
      made = make()
      made.catch(() => (made = undefined))
    }
    return made
  }
}
