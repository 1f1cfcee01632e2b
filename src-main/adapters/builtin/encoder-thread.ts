import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import type { SentenceModelHeader } from './sentence-model'

/** What the thread is started for. */
export interface EncoderThreadData {
  /** Holds `encoder.onnx` and `weights.bin`. */
  folder: string
  header: SentenceModelHeader
}

/**
 * Texts of the same number of tokens, one after the other: nothing is padded, so that no text
 * depends on another.
 */
export interface EncoderInput {
  tokens: Int32Array<ArrayBuffer>
  texts: number
}

/** `vectors` has the unit vector of each text, one after the other. */
export type EncoderOutput =
  { vectors: Float32Array<ArrayBuffer> } | { failed: string; lacks?: 'memory' | 'SIMD' | undefined }

if (!parentPort) throw new Error('This file runs inside a worker thread; start Pegboard instead.')
const port = parentPort
const { folder, header } = workerData as EncoderThreadData
const { dimensions, pieces } = header

/** Beside this file in the product, in its package where this runs as it is written. */
function wasmFile(): string {
  const beside = join(import.meta.dirname, 'ort-wasm-simd-threaded.wasm')
  if (existsSync(beside)) return beside
  return createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
}

const checked = async (name: 'encoder.onnx' | 'weights.bin'): Promise<Buffer> => {
  const file = join(folder, name)
  const bytes = await readFile(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== header.sha256[name]) throw new Error(`The file ${file} is damaged.`)
  return bytes
}

/** The table of word pieces stays in eight bits: a text reads but a few of its rows. */
interface Encoder {
  session: InferenceSession
  scales: Float32Array
  rows: Int8Array
}

async function open(): Promise<Encoder> {
  env.wasm.numThreads = 1
  const [graph, packed, wasm] = await Promise.all([
    checked('encoder.onnx'),
    checked('weights.bin'),
    readFile(wasmFile()),
  ])
  env.wasm.wasmBinary = wasm
  const table = packed.buffer.slice(
    packed.byteOffset,
    packed.byteOffset + pieces * (4 + dimensions),
  )
  const session = await InferenceSession.create(graph, {
    executionProviders: ['wasm'],
    externalData: [{ path: 'weights', data: scaledMatrices(packed.subarray(table.byteLength)) }],
  })
  return {
    session,
    scales: new Float32Array(table, 0, pieces),
    rows: new Int8Array(table, 4 * pieces),
  }
}

/**
 * The matrices in 32 bits, one after the other: each stands there as a scale for each output, then
 * bytes, inputs × outputs.
 */
function scaledMatrices(packed: Buffer): Uint8Array {
  const shapes = header.matrices.map((shape) => shape.split('x').map(Number) as [number, number])
  const all = new Float32Array(shapes.reduce((sum, [inputs, outputs]) => sum + inputs * outputs, 0))
  let from = 0
  let to = 0
  for (const [inputs, outputs] of shapes) {
    const scales = Float32Array.from({ length: outputs }, (_, at) =>
      packed.readFloatLE(from + 4 * at),
    )
    from += 4 * outputs
    for (let input = 0; input < inputs; input++) {
      for (let output = 0; output < outputs; output++) {
        all[to++] = (scales[output] as number) * packed.readInt8(from++)
      }
    }
  }
  return new Uint8Array(all.buffer)
}

async function encode(
  { session, scales, rows }: Encoder,
  { tokens, texts }: EncoderInput,
): Promise<Float32Array<ArrayBuffer>> {
  const values = new Float32Array(tokens.length * dimensions)
  let to = 0
  for (const token of tokens) {
    const scale = scales[token] as number
    const from = token * dimensions
    for (let at = 0; at < dimensions; at++) values[to++] = scale * (rows[from + at] as number)
  }
  const shape = [texts, tokens.length / texts, dimensions]
  const { vectors } = await session.run({ rows: new Tensor('float32', values, shape) })
  return vectors?.data as Float32Array<ArrayBuffer>
}

async function answer(input: EncoderInput): Promise<void> {
  try {
    const vectors = await encode(await encoder, input)
    port.postMessage({ vectors } satisfies EncoderOutput, [vectors.buffer])
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    port.postMessage({ failed, lacks: lackIn(failed) } satisfies EncoderOutput)
  }
}

/** The shortest program with an instruction of SIMD. */
const SIMD = 'AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw=='

/** What this machine lacks, where something failed that is no fault of the files. */
function lackIn(failed: string): 'memory' | 'SIMD' | undefined {
  const hasSimd =
    typeof WebAssembly !== 'undefined' && WebAssembly.validate(Buffer.from(SIMD, 'base64'))
  if (!hasSimd) return 'SIMD'
  // As V8 and the runtime's C++ say it.
  return /bad_alloc|out of memory|allocat/i.test(failed) ? 'memory' : undefined
}

const encoder = open()
port.on('message', (input: EncoderInput) => void answer(input))
