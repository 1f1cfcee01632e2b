import { webcrypto } from 'node:crypto'

/**
 * Sees, in another thread, that a file of the product holds what it was made with.
 * @throws Error naming it where it does not
 */
export async function requireHash(
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  sha256: string,
): Promise<void> {
  const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
  if (hash !== sha256) throw isDamaged(file)
}

/** One flipped bit of a table or of weights changes answers, and nothing else would tell. */
export const isDamaged = (file: string): Error => new Error(`The file ${file} is damaged.`)
