/**
 * Whether a text is an address, such as `s3://bucket/tools`, rather than a folder. A drive’s letter
 * is none.
 */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text)
