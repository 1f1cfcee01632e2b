/** What is used of WebAssembly, which Node's types leave to the browser's. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  const Memory: new (size: { initial: number }) => Memory
  interface Module {
    readonly compiled: unique symbol
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  type Exports = Record<string, unknown>
  interface Instance {
    readonly exports: Exports
  }
  const Instance: new (module: Module, imports: Record<string, Record<string, unknown>>) => Instance
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
