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

export interface AddressCall {
  signal: AbortSignal
  /** Whom messages name: of an address that is filled in, its host may be secret. */
  called: string
  /** What no message may tell, beside what the headers say. */
  unsaid?: readonly string[]
}

/** Addresses whose documents are read. */
export interface Addresses {
  /**
   * Asks for what stands there, once. Bounded in time and bytes; goes nowhere but to the address
   * and, where that leads on, to others of its origin.
   * @throws Problem `unavailable` with its fix.
   */
  get(address: Address, call: AddressCall): Promise<Fetched>
}
