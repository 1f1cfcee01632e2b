import type { Derived } from '../../src-main/pipeline/knowledge-base/derived'

/** Keeps what is derived of a catalog that does not change in `kept`. */
export const derivedIn = (kept: Map<string, Uint8Array>): Derived => ({
  async read(name) {
    const content = kept.get(name)
    return content && { content, changed: new Set() }
  },
  keep: async (name, content) => void kept.set(name, content),
})
