import { Problem } from '../../../domain/problem'
import { firstLine, isFull, isRefusal } from '../tables/storage-problem'

/**
 * What an error of a store is about, in the words of S3, Google Cloud Storage, Azure and LanceDB.
 * The first that fits counts.
 */
const FAULTS: readonly [words: RegExp, problem: (address: string, what: string) => Problem][] = [
  [
    /NoSuchBucket|bucket does not exist|ContainerNotFound|container does not exist/i,
    (address) =>
      new Problem(
        'not-found',
        `There is no bucket of that name for ${address}.`,
        'Correct the address, or create the bucket first: Pegboard creates none.',
      ),
  ],
  [
    /PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint|Missing region/i,
    (address) =>
      new Problem(
        'unavailable',
        `The store of ${address} is in another region than it was asked in.`,
        'Set AWS_REGION to the bucket’s region.',
      ),
  ],
  [
    /credential|api_key|AccessDenied|access denied|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AuthorizationFailed|AuthenticationFailed|Unauthorized|Unauthenticated|Forbidden|status: 40[13]|HTTP status client error \(40[13]/i,
    (address) =>
      new Problem(
        'unavailable',
        `The store of ${address} lets this program do nothing: credentials are missing or wrong, or do not allow it.`,
        `Set ${variablesOf(address)} in the environment of this program. They are never written down.`,
      ),
  ],
  [
    /URL scheme is not allowed|BadScheme/i,
    (address) =>
      new Problem(
        'unavailable',
        `The store of ${address} is asked over plain HTTP, which is not allowed.`,
        'Set AWS_ALLOW_HTTP=true if the store is on a network that you trust, or use https.',
      ),
  ],
  [
    /Timeout|timed out|HttpError|error sending request|dns error|connection (refused|reset|closed)|RetryError|ConnectError|tcp connect/i,
    (address) => unanswered(address),
  ],
]

const variablesOf = (address: string): string => {
  if (address.startsWith('gs:')) return 'GOOGLE_APPLICATION_CREDENTIALS'
  if (address.startsWith('az:')) return 'AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY'
  if (address.startsWith('db:')) return 'LANCEDB_API_KEY'
  return 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION'
}

export const unanswered = (address: string): Problem =>
  new Problem(
    'unavailable',
    `The store of ${address} does not answer.`,
    address.startsWith('s3:')
      ? 'Check the address and the network; for a store of your own also AWS_ENDPOINT_URL, and AWS_ALLOW_HTTP=true where that is plain HTTP.'
      : 'Check the address and the network.',
  )

/**
 * An error of a store as a problem with its fix. `what` was tried, as in `Publishing to`. Nothing
 * of it shows a secret.
 */
export function storeProblem(error: unknown, address: string, what: string): Problem {
  if (error instanceof Problem) return error
  if (isFull(error)) {
    return new Problem(
      'storage',
      `The disk that holds ${address} is full; nothing was published, and nothing lost.`,
      'Free some space, then try again.',
    )
  }
  const reason = String(error)
  if (address.includes('://')) {
    for (const [words, problem] of FAULTS) if (words.test(reason)) return problem(address, what)
  }
  if (isRefusal(error)) {
    return new Problem(
      'storage',
      `${what} ${address} is not allowed.`,
      'Allow this user to read the folder and everything in it, and to write there to publish.',
    )
  }
  return new Problem(
    'storage',
    `${what} ${address} failed. ${withoutSecrets(firstLine(reason))}`,
    'Try again; if it fails again, publish to another address.',
  )
}

const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|SAS|SIGNATURE/i
const SHORTEST_SECRET = 4

/**
 * A text without the values of variables that may be secrets, and without what follows addresses in
 * it.
 */
export function withoutSecrets(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  let masked = text
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1…@')
    .replace(/(\w+:\/\/[^\s?]*)\?[^\s)"',]*/g, '$1?…')
  for (const [name, value = ''] of Object.entries(environment)) {
    if (SECRET_NAME.test(name) && value.length >= SHORTEST_SECRET)
      masked = masked.replaceAll(value, '…')
  }
  return masked
}
