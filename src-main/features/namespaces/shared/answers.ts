import type { ToolId } from '../../../domain/tool/tool'

/** Tools that belong together, as a namespace of a provider's tool search holds them. */
export interface Namespace {
  /** Of letters, digits and `_`. */
  name: string
  /** What it is for, in a sentence. */
  description: string
  tools: ToolId[]
  /** Why these are together: a tag, a word of their names, or that they fit nowhere else. */
  by: 'tag' | 'name' | 'rest'
}

/** The namespaces of one server. */
export interface ServerNamespaces {
  /** Left out: of the tools that have none. */
  server?: string
  tools: number
  namespaces: Namespace[]
}

export interface NamespacesAnswer {
  /** Servers of so many tools at most need no namespaces. */
  most: number
  servers: ServerNamespaces[]
}
