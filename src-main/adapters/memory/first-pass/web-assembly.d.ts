/** What is used of WebAssembly, which Node's types leave to the browser's. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  const Memory: new (size: { initial: number }) => Memory
  interface Module {
    readonly compiled: unique symbol
  }
  const Module: new (bytes: Uint8Array) => Module
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  const Instance: new (module: Module, imports: Record<string, Record<string, unknown>>) => Instance
}
