// In place of @types/node: all that the layers without an environment may use besides the language
// itself.

// What Node and the window both have.

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(event: 'abort', call: () => void, options?: { once: boolean }): void
  removeEventListener(event: 'abort', call: () => void): void
}

declare const AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal
}

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare const AbortController: new () => AbortController

interface TextDecoder {
  decode(bytes: Uint8Array): string
}

declare const TextDecoder: new (encoding: string, options: { fatal: boolean }) => TextDecoder

declare const TextEncoder: new () => { encode(text: string): Uint8Array }

// What only Node has, for the pipeline and the evaluation; the window's own check keeps it out of
// domain and contract.

declare function setImmediate(callback: (nothing: unknown) => void): void

declare module 'node:crypto' {
  interface Hash {
    update(text: string): Hash
    digest(encoding: 'hex'): string
  }
  export function createHash(algorithm: 'sha256'): Hash
}
