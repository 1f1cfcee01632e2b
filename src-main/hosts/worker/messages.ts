import type { ProblemCode } from '../../domain/problem'
// What a reply holds may be an integer that no number holds.
import '../../domain/value/exact-json'
import type { Confirmation } from '../../contract/confirmation'
import type { ClientMessage, Reply, ServerEvent } from '../../contract/reply'

export type Request = Extract<ClientMessage, { kind: 'request' }>

/**
 * What a person answered, by the id of the question. No client sends it: a host asks the person
 * itself.
 */
export interface Confirmed {
  kind: 'confirmed'
  id: string
  isAgreed: boolean
}

/** A question to the person, and that its answer is not waited for any more. */
export type Confirming =
  { kind: 'confirm'; id: string; what: Confirmation } | { kind: 'confirm-over'; id: string }

/**
 * Into the worker: the clients' requests and cancels, what a person answered, and the host's order
 * to close.
 */
export type WorkerInput = ClientMessage | Confirmed | { kind: 'close' }

/** A {@link Reply} as JSON, written once where it is made: hosts pass it on as it is. */
export type ReplyJson = string

/** Out of the worker. */
export type WorkerOutput = { kind: 'reply'; id: string; json: ReplyJson } | ServerEvent | Confirming

export interface WorkerOptions {
  /** Left out: the user's data folder. */
  dataFolder?: string
  resourcesFolder: string
  version: string
  /** Where Ollama is asked, whatever the settings say. */
  ollamaAddress?: string | undefined
  /**
   * Whether a person is asked by the host before anything is agreed to; left out: whoever asks is
   * trusted with it.
   */
  asksPerson?: boolean | undefined
}

export const replyJson = (reply: Reply<unknown>): ReplyJson => JSON.stringify(reply)

export const failureJson = (code: ProblemCode, message: string, fix?: string): ReplyJson =>
  replyJson(failure(code, message, fix))

export function failure(code: ProblemCode, message: string, fix?: string): Reply<never> {
  return { ok: false, error: { code, message, fix } }
}
