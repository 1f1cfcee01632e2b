/** Something used by several and closed once, after the last of them. */
export interface Lease<Value> {
  readonly value: Value
  /** Keeps the value open until what this gives is called. */
  take(): () => Promise<void>
  /** Closes the value: at once, or when the last who took it has given it back. */
  retire(): Promise<void>
}

/** A value that nobody has taken yet. */
export function lease<Value extends { close(): Promise<void> }>(value: Value): Lease<Value> {
  let users = 0
  let isRetired = false
  const closeIfUnused = async () => {
    if (isRetired && users === 0) await value.close()
  }
  return {
    value,
    take() {
      users++
      return async () => {
        users--
        await closeIfUnused()
      }
    },
    async retire() {
      if (isRetired) return
      isRetired = true
      await closeIfUnused()
    },
  }
}
