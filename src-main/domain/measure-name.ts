/** A measure's name at one k, `Recall@5`; without k, `Recall`, of sets whose size the recipe decides. */
export const nameAt = (measure: string, k?: number): string =>
  k === undefined ? measure : `${measure}@${k}`

/** `Recall@5` taken apart again. */
export function partsOfName(name: string): { measure: string; k?: number } {
  const [, measure = name, k] = /^(.+)@(\d+)$/.exec(name) ?? []
  return k === undefined ? { measure } : { measure, k: Number(k) }
}
