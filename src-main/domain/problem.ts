import { z } from 'zod'

/** What kind of thing went wrong; hosts and programs may rely on these. */
export const ProblemCode = z.enum([
  'bad-input',
  'not-found',
  'conflict',
  'busy',
  'cancelled',
  'unreadable',
  'unavailable',
  /** A model would be asked, and nobody allowed it yet. */
  'asks-model',
  /** A program would be started, or an address asked, and nobody agreed to that yet. */
  'asks-start',
  /** A server wants a person to sign in. */
  'asks-sign-in',
  'storage',
  'newer-version',
  'internal',
])
export type ProblemCode = z.infer<typeof ProblemCode>

/** An error meant for people: what failed, and what to do about it. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly fix?: string,
  ) {
    super(message)
    this.name = 'Problem'
  }
}

/** The problem of something that is named but not in the workspace. */
export const notInWorkspace = (what: string, name: string, fix?: string): Problem =>
  new Problem('not-found', `There is no ${what} "${name}" in this workspace.`, fix)
