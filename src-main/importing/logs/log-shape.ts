import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import type { Row } from '../reading/file-content'

/** What happened in a conversation, as far as it tells which tools were right. */
export type LogEvent =
  /** What a person asked. */
  | { kind: 'request'; text: string }
  /** What a model called; without a name where the call is not understood. */
  | { kind: 'call'; name?: string; arguments?: JsonValue | undefined; id?: string | undefined }
  /** What came of a call, which is told by its id, else by its tool's name, else by its place. */
  | { kind: 'result'; id?: string | undefined; name?: string | undefined; failed: boolean }

/** A conversation as a log has it. */
export interface Conversation {
  /** Of the log's own, or the number of its entry. */
  id: string
  where: string
  events: LogEvent[]
  /** The tools that the model was given, as they are written. */
  definitions: readonly JsonValue[]
}

/** An entry of a log. */
export type LogEntry = Row<JsonObject>

/**
 * How a provider or program writes logs. It reads the bodies of requests and answers, or, where a
 * conversation goes over several entries, those entries.
 */
export interface LogShape {
  /** What people call such a log. */
  title: string
  /** What is said in the body of a request; undefined where it is not of this shape. */
  request?(body: JsonObject): LogEvent[] | undefined
  /** What is said in the body of an answer; undefined where it is not of this shape. */
  answer?(body: JsonObject): LogEvent[] | undefined
  /** Where conversations go over several entries. */
  entries?: {
    /** Whether an entry is of this shape. */
    fits(entry: JsonObject): boolean
    conversations(entries: readonly LogEntry[]): Conversation[]
  }
}
