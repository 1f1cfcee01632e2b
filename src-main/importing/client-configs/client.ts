import type { JsonObject, JsonValue } from '../../domain/tool/tool'

/** What a client asks its user for, where a configuration says `${input:ID}`. */
export interface AskedInput {
  description?: string
  /** Typed unseen. */
  isSecret: boolean
  /** What it is where nothing else is given. */
  otherwise?: string
  choices?: string[]
}

/** What the texts of a server are filled in by: each as it is written there, `input:ID`. */
type Inputs = Record<string, AskedInput>

/** What a client starts or asks, with nothing filled in yet. */
export type WrittenServer = (
  | {
      kind: 'stdio'
      command: string
      args: string[]
      cwd?: string
      env: Record<string, string>
      envFile?: string
    }
  | { kind: 'http'; url: string; headers: Record<string, string> }
) & { inputs?: Inputs }

/** A server as the file has it, or why it cannot be used. */
export interface ConfiguredEntry {
  name: string
  server?: WrittenServer
  /** Set where the client itself is told not to use it. */
  isOff?: true
  why?: string
}

/** An entry by the name of its server. */
export type NamedEntry = [name: string, entry: JsonValue]

/**
 * The folders in which a system has programs keep what is a person’s own: their home, `.config`,
 * `Application Support` of macOS and `AppData/Roaming` of Windows.
 */
export type OwnFolder = 'home' | 'config' | 'support' | 'roaming'

/** Where a file of a client lies. */
export interface Places {
  /** For all projects of a person: below which folder, on any system. */
  own?: Readonly<Partial<Record<OwnFolder, readonly string[]>>>
  /** In the folder of a project. */
  inProject?: readonly string[]
}

/** What is read of a configuration: a client’s, or that of several that write alike. */
export interface Client {
  /** Whose files lie where. */
  files: Readonly<Record<string, Places>>
  /** The servers that a file names; undefined where it is written otherwise. */
  entries(config: JsonObject, path: string): NamedEntry[] | undefined
  /**
   * An entry in the words that `readEntry` knows, such as `command`, `args`, `cwd`, `env`,
   * `envFile`, `url`, `headers` and `disabled`, or why it cannot be used.
   */
  entry?(entry: JsonObject): JsonObject | string
  /** What the client asks for, by its id. */
  inputs?(config: JsonObject): Map<string, AskedInput>
}

/** Where most programs keep a file, on each system. */
export const onEachSystem = (file: string): Places['own'] => ({
  support: [file],
  roaming: [file],
  config: [file],
})

/** Files that name servers which are not read from there. */
export interface UnreadFile {
  /** Whose file it is and why it is not read, with what to do instead; of another file nothing. */
  why(config: JsonObject): { what: string; fix: string } | undefined
}
