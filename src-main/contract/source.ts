import { z } from 'zod'
import { Origin, SourceName } from '../domain/catalog/source'
import type { VariableRisk } from '../domain/catalog/variable-risk'

/** A source by its name; one that is new, with where its tools live. */
export const SourceGiven = z.object({
  name: SourceName,
  origin: Origin.optional().describe('where its tools live, of a new one'),
})
export type SourceGiven = z.output<typeof SourceGiven>

/**
 * What is given for variables that this program’s own environment lacks: kept in memory until it
 * ends, and nowhere else.
 */
export const Values = z
  .record(z.string(), z.string().max(32_768))
  .describe('what variables say, by their names; kept until the program ends')

/** A variable that a program is given, or a header that an address is sent. */
export interface NeededValue {
  name: string
  /**
   * What it says, as it is written: what is filled in there is not shown. Left out: a file says it.
   */
  written?: string
  /** The file of variables that says it, which is secret. */
  from?: string
  /** What it can do to a program beyond telling it something, such as “loads other code”. */
  risk?: VariableRisk
}

/** What a client’s configuration has asked for before its server is started. */
export interface AskedValue {
  /** As its texts name it: `input:ID`. */
  name: string
  description?: string
  /** Typed unseen. */
  isSecret: boolean
  /** What it is where nothing is given. */
  otherwise?: string
  choices?: string[]
  /** The variable of the environment that gives it, where that is set. */
  from?: string
}

/** What nobody wrote where the source is described, and goes out: each is allowed by its name. */
export interface SentVariable {
  /** A variable of the environment, what is asked for, or the path of a file of variables. */
  name: string
  /** Whether there is something to fill in. */
  isKnown: boolean
  /** Of a file: the variables that it gives. */
  gives?: string[]
}

/** What reading a source does, for a person to agree to. */
export interface SourceLook {
  kind: 'stdio' | 'http' | 'address' | 'files'
  /** What is read from an address, as people call it. */
  what?: string
  /** The program that is started, as a file of this machine, and all it is told. */
  program?: string
  args?: readonly string[]
  cwd?: string
  url?: string
  path?: string
  /** Variables that the program is given, or headers that the address is sent. */
  needs: NeededValue[]
  /** What of the person’s own goes out; an agreement names each. */
  variables: SentVariable[]
  /** Of an address: whom what is sent reaches. */
  host?: string
  /** Names of values that are still to be given. */
  missing: string[]
  /** How a client asks for some of what fills in its texts. */
  asked?: AskedValue[]
  isAgreed: boolean
  /** Why it is asked for again, in sentences, where somebody agreed to what it was before. */
  asksAgain?: string
  /** Stands for exactly this, to be handed back with the agreement. */
  mark: string
}

/** A source as it is listed. */
export interface ListedSource {
  name: string
  kind: Origin['kind']
  /** What is read from its address, as people call it. */
  what?: string
  /** Its command, address, file or folder, in a line. */
  where: string
  server?: string
  readAt: string
  protocol?: string
  /** Tools of it in the catalog. */
  tools: number
  /** What the last reading that was not taken over found, while this program runs. */
  found?: { at: string; added: number; changed: number; removed: number }
}

/** A file in which a client keeps its servers. */
export interface ClientFile {
  client: string
  file: string
}

/** A server as a client’s configuration names it. */
export interface ConfiguredServer {
  name: string
  /** What it starts or asks, in a line; absent where it cannot be used. */
  where?: string
  why?: string
  isOff?: boolean
  /** The source of a workspace that it is already. */
  source?: string
}
