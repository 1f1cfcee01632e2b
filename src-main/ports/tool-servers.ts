import type { JsonObject } from '../domain/tool/tool'

/** A server that speaks MCP, with all that is needed to reach it. */
export type ToolServer =
  | {
      kind: 'stdio'
      /** The program itself, as `Programs` found it. */
      program: string
      args: readonly string[]
      cwd: string
      /** Given to it beside the usual few variables. */
      variables: Readonly<Record<string, string>>
    }
  | { kind: 'http'; url: string; headers: Readonly<Record<string, string>> }

/** What a server lists. */
export interface ToolListing {
  /** A JSON list of them, as the server wrote them. */
  tools: Uint8Array
  /** The version of the protocol it was asked by. */
  protocol: string
  /** Why this may not be all, where it may not. */
  incomplete?: string
  /** Where its address led, on the same host. */
  ledTo?: string
}

export interface ListingCall {
  signal: AbortSignal
  /** The version that it was asked by before, which saves finding it out. */
  protocol?: string | undefined
  /** What no message may tell, beside the values that the server is given. */
  unsaid?: readonly string[]
  /** Told every few seconds for how long a server has been waited for that has not answered yet. */
  onWaiting?: (seconds: number) => void
  onTools?: (count: number) => void
}

export type ConnectingCall = Omit<ListingCall, 'onTools'>

/** A server that was started or is asked, and stays so: for calls. */
export interface ToolConnection {
  /** Its list as it is now, bounded as {@link ToolServers.list}. @throws Problem `unavailable`. */
  tools(signal: AbortSignal): Promise<ToolListing>
  /**
   * Calls one of its tools. The answer is the server's own, unread.
   * @throws Problem `unavailable` where it refuses, ends or takes too long.
   */
  call(name: string, given: JsonObject, signal: AbortSignal): Promise<JsonObject>
  /** Settled once it is over, whoever ended it. */
  closed: Promise<void>
  /** Ends it with all that it started. */
  close(): Promise<void>
}

/** Servers of tools: programs that are started, and addresses that are asked. */
export interface ToolServers {
  /**
   * Starts or asks the server, reads its list of tools and nothing else, and ends it with all that
   * it started. Bounded in time, tools and bytes. @throws Problem `unavailable` with its fix, and
   * what the server said on its standard error.
   */
  list(server: ToolServer, call: ListingCall): Promise<ToolListing>
  /**
   * Starts or asks the server, and leaves it open for calls; nothing is offered to it in return.
   * The signal stops the connecting alone. @throws Problem as {@link list}.
   */
  connect(server: ToolServer, call: ConnectingCall): Promise<ToolConnection>
}
