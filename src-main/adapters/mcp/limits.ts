/** Of a message, and of all of them. */
export interface MostBytes {
  message: number
  all: number
}

/** What is taken of one server. */
export interface ListingLimits {
  pages: number
  tools: number
  /** Of one message, which is read in one go, and of all that it sends while its list is read. */
  bytes: MostBytes
  /**
   * Until its first answer: what starts it may have to fetch it first. A handshake may take two
   * more as long.
   */
  firstMs: number
  /** For its whole list. */
  allMs: number
}

export const LISTING_LIMITS: ListingLimits = {
  pages: 200,
  tools: 50_000,
  bytes: { message: 32 << 20, all: 64 << 20 },
  firstMs: 60_000,
  allMs: 60_000,
}

export interface How {
  /** Of this program, which servers are told. */
  version: string
  limits: ListingLimits
}
