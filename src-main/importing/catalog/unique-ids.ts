/** Gives each wanted id once as it is, then with `#2`, `#3` … behind it. */
export function uniqueIds(): (wanted: string) => string {
  const lastNumber = new Map<string, number>()
  return (wanted) => {
    let number = lastNumber.get(wanted) ?? 0
    let id = wanted
    while (lastNumber.has(id)) {
      number += 1
      id = `${wanted}#${number}`
    }
    lastNumber.set(wanted, Math.max(number, 1))
    lastNumber.set(id, Math.max(lastNumber.get(id) ?? 0, 1))
    return id
  }
}
