import type { ProblemCode } from '../../domain/problem'
// What a reply holds may be an integer that no number holds.
import '../../domain/value/exact-json'
import type { ClientMessage, Reply, ServerEvent } from '../../contract/reply'

export type Request = Extract<ClientMessage, { kind: 'request' }>

/** Into the worker: the clients' requests and cancels, and the host's order to close. */
export type WorkerInput = ClientMessage | { kind: 'close' }

/** A {@link Reply} as JSON, written once where it is made: hosts pass it on as it is. */
export type ReplyJson = string

/** Out of the worker. */
export type WorkerOutput = { kind: 'reply'; id: string; json: ReplyJson } | ServerEvent

export interface WorkerOptions {
  /** Left out: the user's data folder. */
  dataFolder?: string
  resourcesFolder: string
  version: string
  /** Where Ollama is asked, whatever the settings say. */
  ollamaAddress?: string | undefined
}

export const replyJson = (reply: Reply<unknown>): ReplyJson => JSON.stringify(reply)

export const failureJson = (code: ProblemCode, message: string, fix?: string): ReplyJson =>
  replyJson(failure(code, message, fix))

export function failure(code: ProblemCode, message: string, fix?: string): Reply<never> {
  return { ok: false, error: { code, message, fix } }
}
