import type { SessionFault } from './server-session'

/** Why a server did not do what it was asked. */
export class ServerFailed extends Error {
  constructor(readonly fault: SessionFault) {
    super(fault.why)
  }
}

/** What is told of a server by who waits for it. */
export const failure = (why: string, isOfRequest = false): SessionFault => ({
  why,
  of: 'time',
  errorText: '',
  hasEnded: false,
  isOfVersion: false,
  isOfRequest,
})
