import { addressesLeft } from '../address-space'

/** A program of ours with a memory of its own. */
export interface WebAssemblyProgram {
  memory: WebAssembly.Memory
  exports: WebAssembly.Exports
}

const PAGE_BYTES = 65_536
/**
 * What V8 takes for a program besides its memory, at most; where fewer addresses are left it may
 * end the process.
 */
const CODE_BYTES = 2 ** 30

/** Compiled once for all; undefined where this machine cannot. */
const compiled = new WeakMap<Uint8Array, WebAssembly.Module | undefined>()

/**
 * The program with so many bytes of memory; undefined where this machine has no WebAssembly, not
 * its SIMD, or not that much memory: what it computes is then computed without it.
 */
export function webAssemblyProgram(
  code: Uint8Array<ArrayBuffer>,
  bytes: number,
): WebAssemblyProgram | undefined {
  if (addressesLeft() < CODE_BYTES + bytes) return undefined
  try {
    const module = moduleOf(code)
    if (!module) return undefined
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
    const { exports } = new WebAssembly.Instance(module, { shared: { memory } })
    return { memory, exports }
  } catch {
    return undefined
  }
}

function moduleOf(code: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  if (compiled.has(code)) return compiled.get(code)
  const module = compile(code)
  compiled.set(code, module)
  return module
}

function compile(code: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(code)
  } catch {
    return undefined
  }
}
