import type { GivenValues, LookedAt } from './useConnecting'

type Kind = 'stdio' | 'http' | 'address' | 'files'

const ONE: Record<Kind, string> = {
  stdio: 'Start and read its tools',
  http: 'Ask this address',
  address: 'Read from this address',
  files: 'Read this folder',
}

export const asksAgreement = ({ look }: LookedAt): boolean => !!look && !look.isAgreed

/** Whether all that is to be given is given, and all that goes out is allowed. */
export const isComplete = (
  { look }: LookedAt,
  values: GivenValues = {},
  allowed: readonly string[] = [],
): boolean =>
  !look ||
  (look.missing.every((name) => values[name]) &&
    (look.isAgreed || look.variables.every(({ name }) => allowed.includes(name))))

/** What the button does that agrees to what is shown. */
export function agreeText(looked: readonly LookedAt[]): string {
  const kinds = looked.flatMap(({ look }) => look?.kind ?? [])
  const [only] = kinds
  const count = kinds.length
  if (only === undefined) return 'Read'
  if (looked.length === 1) {
    const path = looked[0]?.look?.path ?? ''
    return only === 'files' && /\.\w{1,5}$/.test(path) ? 'Read this file' : ONE[only]
  }
  const has = (kind: Kind): boolean => kinds.includes(kind)
  const acts = [
    ...(has('stdio') ? ['Start'] : []),
    ...(has('http') || has('address') ? ['ask'] : []),
  ].join(' or ')
  const act = acts.charAt(0).toUpperCase() + acts.slice(1)
  if (act === '') return `Read these ${count}`
  return count === 1
    ? `${act} this one and read its tools`
    : `${act} these ${count} and read their tools`
}
