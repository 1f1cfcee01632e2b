import { createRequire } from 'node:module'
import type { DataType, Table, Utf8, Vector } from 'apache-arrow'

/**
 * The copy of Arrow that LanceDB loads itself: importing another one would cost every start a fifth
 * of a second.
 */
const arrow = (): typeof import('apache-arrow') =>
  createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow')

/** Vectors of one length, end to end. */
interface VectorColumn {
  dimensions: number
  values: Float32Array
}

/** A column of texts, of bytes, of whole numbers, or of vectors; never with holes. */
type Column = string[] | { bytes: readonly Uint8Array[] } | Int32Array | VectorColumn

/** A table built column by column, which is several times faster than LanceDB's way from rows. */
export function arrowTable(columns: Record<string, Column>): Table {
  const { Field, Schema, Table } = arrow()
  const vectors = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, arrowVector(column)]),
  )
  const fields = Object.entries(vectors).map(
    ([name, vector]) => new Field(name, vector.type, false),
  )
  const schema = new Schema(fields)
  // Arrow cannot tell that columns without any chunk are equally long.
  const isEmpty = Object.values(vectors).every((vector) => vector.length === 0)
  return isEmpty ? new Table(schema) : new Table(schema, vectors)
}

function arrowVector(column: Column): Vector<DataType> {
  if (Array.isArray(column)) return textVector(column)
  const { Binary, Field, FixedSizeList, Float32, Int32, makeData, Vector } = arrow()
  if ('bytes' in column) {
    const valueOffsets = offsetsOf(column.bytes, ({ length }) => length)
    const data = Buffer.concat(column.bytes)
    const { length } = column.bytes
    return new Vector([makeData({ type: new Binary(), length, valueOffsets, data })])
  }
  if (column instanceof Int32Array) {
    return new Vector([makeData({ type: new Int32(), data: column })])
  }
  const { dimensions, values } = column
  const type = new FixedSizeList(dimensions, new Field('item', new Float32(), true))
  const child = makeData({ type: new Float32(), data: values })
  return new Vector([makeData({ type, length: values.length / dimensions, nullCount: 0, child })])
}

/** Encoded straight into one buffer, several times faster than by Arrow's own builder. */
function textVector(texts: string[]): Vector<Utf8> {
  const valueOffsets = offsetsOf(texts, (text) => Buffer.byteLength(text))
  const { makeData, Utf8, Vector } = arrow()
  const data = Buffer.alloc(valueOffsets.at(-1) ?? 0)
  texts.forEach((text, row) => data.write(text, valueOffsets[row] as number))
  return new Vector([makeData({ type: new Utf8(), length: texts.length, valueOffsets, data })])
}

function offsetsOf<Value>(values: readonly Value[], sizeOf: (value: Value) => number): Int32Array {
  const offsets = new Int32Array(values.length + 1)
  values.forEach((value, row) => {
    offsets[row + 1] = (offsets[row] as number) + sizeOf(value)
  })
  return offsets
}

/**
 * The same rows with some of their columns, under other names.
 * @param columns the old name by the new
 */
export function withColumns(rows: Table, columns: Record<string, string>): Table {
  const { Field, Schema, Table } = arrow()
  const vectors = Object.fromEntries(
    Object.entries(columns).flatMap(([name, old]) => {
      const vector = rows.getChild(old)
      return vector ? [[name, vector]] : []
    }),
  )
  const fields = Object.entries(vectors).map(
    ([name, vector]) => new Field(name, vector.type, false),
  )
  return new Table(new Schema(fields), vectors)
}

/** One row of each vector, end to end. All are `dimensions` long. */
export function vectorColumn(vectors: readonly Float32Array[], dimensions: number): VectorColumn {
  const values = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, row) => values.set(vector, row * dimensions))
  return { dimensions, values }
}

/** What a search or scan gives, as far as it is read here. */
export interface ArrowRows {
  numRows: number
  getChild(name: string): ArrowColumn | null
}

/** Rows with each column in one piece. */
export const partsOf = (rows: ArrowRows): readonly ArrowRows[] =>
  'batches' in rows ? (rows.batches as ArrowRows[]) : [rows]

/** The bytes of each cell of a column, of whatever kind; of rows in one piece. */
export function bytesOf(rows: ArrowRows, column: string): (row: number) => Uint8Array {
  const found = rows.getChild(column)
  const [chunk] = found?.data ?? []
  if (!found || !chunk) return () => new Uint8Array()
  if (chunk.valueOffsets) return laterTextsOf(rows, column)
  const [child] = chunk.children
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = (child ?? chunk).values as Float32Array
  const size = BYTES_PER_ELEMENT * (child ? (found.type as { listSize: number }).listSize : 1)
  return (row) => new Uint8Array(buffer, byteOffset + row * size, size)
}

interface ArrowColumn {
  toJSON(): unknown[]
  type: unknown
  data: readonly {
    length: number
    values: unknown
    valueOffsets: unknown
    children: readonly { values: unknown }[]
  }[]
}

/** A column of texts as a plain array. */
export const textsOf = (rows: ArrowRows, column: string): string[] =>
  (rows.getChild(column)?.toJSON() ?? []) as string[]

/** A column of bytes, or of texts in UTF-8, as the bytes of each: a view into Arrow's memory. */
export function laterTextsOf(rows: ArrowRows, column: string): (row: number) => Buffer {
  const [chunk, ...others] = rows.getChild(column)?.data ?? []
  if (!chunk) return () => Buffer.alloc(0)
  if (others.length > 0) throw new Error('Rows read together lie in several chunks.')
  const { buffer, byteOffset } = chunk.values as Uint8Array<ArrayBuffer>
  const bytes = Buffer.from(buffer, byteOffset)
  const ends = chunk.valueOffsets as Int32Array
  return (row) => bytes.subarray(ends[row], ends[row + 1])
}

/** A column of numbers as a plain array. */
export const numbersOf = (rows: ArrowRows, column: string): number[] =>
  (rows.getChild(column)?.toJSON() ?? []) as number[]

/** A column of vectors, each a view into Arrow's memory: copy what is to be kept. */
export function vectorsOf(rows: ArrowRows, column: string): Float32Array[] {
  const vectors = rows.getChild(column)
  if (!vectors) return []
  const { listSize } = vectors.type as { listSize: number }
  return vectors.data.flatMap(({ length, children }) => {
    const values = children[0]?.values as Float32Array
    return Array.from({ length }, (_, row) => values.subarray(row * listSize, (row + 1) * listSize))
  })
}
