export const OLLAMA_SITE = 'https://ollama.com/'

/**
 * The only addresses that the window opens in the user's browser, whole: an address put together
 * from what is read, such as an imported catalog, could carry data away even to a host that is
 * known.
 */
export const OUTSIDE_ADDRESSES: ReadonlySet<string> = new Set([OLLAMA_SITE])
