import type { FakeModel } from './models'

/** A part of a model, as the registry keeps it. */
export interface Layer {
  digest: string
  total: number
}

/** The registry that the fake server pulls from, and what its disk holds of what was pulled. */
export interface FakeRegistry {
  /** What may be pulled, by its name with its tag. */
  models: FakeModel[]
  /** What every model of it is made of. */
  layers: Layer[]
  /** Whether it can be reached: by its name, at its port, or by an encrypted connection. */
  state: 'there' | 'no such host' | 'connection refused' | 'without TLS'
  /** Bytes of each layer that are there, by digest. They stay where a pull is stopped. */
  readonly kept: Map<string, number>
  /** Bytes told of with each line, and the time that each takes, in ms. */
  chunk: number
  msPerChunk: number
  /** Bytes that the disk has room for. */
  room: number
  /** While set, a pull waits for it before each of its lines. */
  hold?: Promise<unknown> | undefined
  /** Lines after which the connection of the next pull ends without a word. */
  breaksAfter?: number | undefined
}
