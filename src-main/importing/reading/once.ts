/** Computes on the first call; what that gave or threw is what every later call gives or throws. */
export function once<T>(compute: () => T): () => T {
  let outcome: { value: T } | { error: unknown } | undefined
  return () => {
    outcome ??= attempt(compute)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}

function attempt<T>(compute: () => T): { value: T } | { error: unknown } {
  try {
    return { value: compute() }
  } catch (error) {
    return { error }
  }
}
