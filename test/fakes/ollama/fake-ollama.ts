import type { Fault } from './faults'
import type { ChatFault } from './chat-faults'
import type { FakeChat } from './fake-chat'
import type { FakeModel } from './models'
import type { FakeRegistry } from './fake-registry'

/**
 * An Ollama server over real HTTP, version 0.32.15, whose models embed by hash; what a test may
 * look at or change.
 */
export interface FakeOllama {
  readonly url: string
  /** To be changed by a test as it likes. */
  models: FakeModel[]
  /** Requests to `/api/embed` answered with vectors, in order. */
  readonly embedded: { model: string; input: string[]; truncate: boolean }[]
  /** Chats and generations that a model answered, in order. */
  readonly chatted: FakeChat[]
  /** Every request, as `POST /api/embed`, in order. */
  readonly requests: string[]
  /**
   * Requests to `/api/embed`, or to `/api/show`, that are being answered now, and the most there
   * ever were.
   */
  readonly inFlight: { now: number; most: number }
  readonly shows: { now: number; most: number }
  /** The next requests to embed are answered this way instead, one each. */
  readonly faults: Fault[]
  /** The same for chats: what goes wrong with the next ones, one each. */
  readonly chatFaults: ChatFault[]
  /** What is said of a runner that dies while it chats. */
  lastChatWords: string
  /** Requests to chat that are being answered now, and the most there ever were. */
  readonly chats: { now: number; most: number }
  /** While set, requests to embed or to chat wait for it before they are answered. */
  hold?: Promise<void> | undefined
  /** The same for requests to show. */
  holdShows?: Promise<unknown> | undefined
  /** While set, nothing at all is answered, like a server whose process is stopped. */
  frozen?: boolean
  /**
   * Whether the model comes to NaN of a text: the server then cannot write its answer, and the
   * whole request fails.
   */
  makesNaN?: (text: string) => boolean
  /**
   * Whether another server writes `null` for each number of a text’s vector, where Ollama fails.
   */
  writesNull?: (text: string) => boolean
  /** How many times the runner is still to die while it embeds, and what is said of it then. */
  runnerDies: number
  lastWords: string
  /** What it takes to load a model, and to embed a text, in ms. */
  loadMs: number
  msPerText: number
  /** What a model takes to say a token, in ms. */
  msPerToken: number
  /** Requests that may wait for a model to be loaded, besides the one it is loaded for. */
  maxQueue: number
  readonly loaded: Set<string>
  /** What is pulled from. */
  readonly registry: FakeRegistry
  readonly loading: { now: number }
  /** Connections the client closed before it was answered. */
  readonly brokenOff: { count: number }
  /** As one that is killed: what is being answered breaks off, and nobody answers any more. */
  close(): Promise<void>
  /** At the same address. */
  startAgain(): Promise<void>
}
