/** An address with what is sent along. */
export interface Address {
  url: string
  headers: Readonly<Record<string, string>>
}

/** What an address gave. */
export interface Fetched {
  bytes: Uint8Array
  /** Its media type, without parameters; empty where it names none. */
  type: string
}

/** Addresses whose documents are read. */
export interface Addresses {
  /**
   * Asks for what stands there, once. Bounded in time and bytes; goes nowhere but to the address
   * and, where that leads on, to others of its origin.
   * @param call.unsaid what no message may tell, beside what the headers say
   * @throws Problem `unavailable` with its fix.
   */
  get(address: Address, call: { signal: AbortSignal; unsaid?: readonly string[] }): Promise<Fetched>
}
