import type { ParsedInput, RouteName, RouteOutput } from '../contract/routes'
import type { Call } from './app'
import type { Indexings } from './knowledge/indexings'
import type { AppPorts } from './ports'
import type { Sessions } from './sessions'

/** What answers one route. May throw a Problem; `dispatch` makes a reply of it. */
export type Handler<Name extends RouteName> = (
  input: ParsedInput<Name>,
  call: Call,
) => Promise<RouteOutput<Name>> | RouteOutput<Name>

/** A handler for every route whose name begins so; a missing or extra one does not compile. */
export type Handlers<Prefix extends string> = {
  [Name in RouteName as Name extends `${Prefix}.${string}` ? Name : never]: Handler<Name>
}

/** What handlers work with. */
export interface AppContext extends AppPorts {
  sessions: Sessions
  exports: Exports
  indexings: Indexings
  /** Tells everyone something about the workspace in `dir`. */
  notify: (dir: string, text: string) => void
}

/** Files made for the user to take away, fetched piece by piece. */
export interface Exports {
  offer(name: string, bytes: Uint8Array): { file: string; name: string; size: number }
  /** @throws Problem `not-found` for a file that is not, or no longer, on offer. */
  read(file: string, offset: number): { bytes: string; next?: number }
}
