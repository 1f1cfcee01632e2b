import type { Bundle } from '../domain/query/bundle'
import type { GoldenQuery } from '../domain/query/golden-set'
import type { FieldWeightsRecord, StandardField } from '../domain/recipe/field-weights'
import type { Component, DocumentForm, Section, SectionWeights } from '../domain/tool/document'
import type {
  CatalogTool,
  Dependency,
  StandardisedFields,
  ToolId,
  Visibility,
} from '../domain/tool/tool'
import type { OnCut, OnNone } from '../ports/embedder'
import type { HoldRows } from '../ports/in-memory-rows'
import type { Hit, Pooling, Rating } from '../ports/hit'
import type { EmbedCall, Source } from './stage'

/**
 * The key of the source of past queries, by which it is told whether a pipeline learns from them.
 */
export const HISTORY_KEY = 'past bundles'

/**
 * Texts to search, each standing for a key: a tool, a past query, a parameter. Several may stand
 * for one.
 */
export interface Documents<Key extends string> {
  /** Tells them from all other documents of the same catalog, but for what their sections count. */
  readonly key: string
  readonly pooling: Pooling
  /** What the sections of its texts count, where that is not the standard. */
  readonly weights?: OwnWeights
  texts(): Promise<readonly KeyedText<Key>[]> | readonly KeyedText<Key>[]
  /**
   * Some of the texts, by which what was kept of all is recognised; without them, nothing of these
   * documents is kept.
   */
  sample?(): Promise<readonly KeyedText<Key>[]> | readonly KeyedText<Key>[]
  /**
   * Texts that stand for their keys in place of those that are indexed, as those of tools being
   * edited; none of a key that is gone.
   */
  instead?(): Promise<Replaced<Key>>
  /**
   * The texts of some tools as they are, none of a tool that is gone. Left out where the text of a
   * tool may depend on another: an index of them is then made anew for each catalog.
   */
  ofTools?(tools: ReadonlySet<ToolId>): Promise<Replaced<Key>>
  /**
   * Names what all texts are made with besides their tools: where a later catalog has another, all
   * texts may be others.
   */
  basis?(): Promise<string>
  /**
   * Of texts that hold past queries: those that stand for their keys where nothing is learned from
   * some of these, by id.
   */
  without?(past: ReadonlySet<string>): Promise<readonly KeyedText<Key>[]>
}
/** The texts of some keys, in place of all that they had. */
export type Replaced<Key extends string> = ReadonlyMap<Key, readonly KeyedText<Key>[]>
/** One text to search and the key it stands for. */
export type KeyedText<Key extends string> = { key: Key } & (
  | { text: string }
  /** In place of one text: what counts by its section, together one text. */
  | { sections: readonly TextSection[] }
)
/** A section of a text. */
export interface TextSection {
  section: Section
  text: string
  /** Many words of it count less each, see `termsOf`. */
  sharesWeight?: boolean
}

/** What sections count where that is not the standard, see `domain/tool/document.ts`. */
export interface OwnWeights {
  wordWeights?: Partial<SectionWeights> | undefined
  meaningWeights?: Partial<SectionWeights> | undefined
}
/** How tool documents are made: in sections that are weighed, unless said otherwise. */
export interface DocumentOptions extends OwnWeights {
  documentForm?: DocumentForm | undefined
  /**
   * Of definitions as an agent is sent them, joined to one text: nothing of what an author writes
   * to be found by.
   */
  asSent?: boolean
}

/** What every rating is given besides its texts and keys. */
export interface RateCall<Key extends string> {
  /**
   * The keys searched; absent: all. The same set for many searches is fastest, and may not change.
   */
  among?: ReadonlySet<Key> | undefined
  /** Ids of past queries from which nothing is learned this time. */
  without?: ReadonlySet<string> | undefined
  signal: AbortSignal
}
/** What every search is given besides its texts. */
interface SearchCall<Key extends string> extends RateCall<Key> {
  /** The most hits wanted for each text. */
  depth: number
  /** Told where no more hits than so many are given, though more are wanted and may be there. */
  onMost?: ((most: number) => void) | undefined
}

/** How words are scored. */
export interface LexicalWeights {
  k1: number
  b: number
  /** Whether a word said twice in a text counts twice. */
  countRepeats: boolean
  /** How many of the first hits say what each term added. */
  explain: number
}

/** Documents searched by their words. */
export interface LexicalSource<Key extends string = ToolId> extends Source {
  /** BM25 in Lucene's form; `lists[i]` belongs to `texts[i]`. */
  search(texts: readonly string[], call: SearchCall<Key> & LexicalWeights): Promise<Hit<Key>[][]>
  /**
   * What some keys score, `ratings[i]` for `texts[i]`: of those that share no word with it,
   * nothing.
   */
  rate(
    texts: readonly string[],
    keys: readonly Key[],
    call: RateCall<Key> & LexicalWeights,
  ): Promise<Rating<Key>[]>
  /** How many texts of some keys hold any word; of all keys where none are named. */
  textsSearched(among: ReadonlySet<Key> | undefined): Promise<number>
  /** The words of the texts as written, by the term they are matched as. */
  wordsOf(texts: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Whom a search or rating by meaning tells that it had texts embedded. */
interface Embedding {
  onEmbedded?: (call: EmbedCall) => void
}

/** What a search by meaning is given besides its texts. */
interface DenseCall<Key extends string> extends SearchCall<Key>, Embedding {
  /** Told of each text that is longer than the embedder takes in. */
  onCut?: OnCut
  /** Told of each text that the embedder makes no vector of. */
  onNone?: OnNone
}

/** Documents searched by their meaning. */
export interface DenseSource<Key extends string = ToolId> extends Source {
  readonly embeds: true
  /**
   * Cosine; `lists[i]` belongs to `texts[i]`, all embedded in one batch: undefined where the
   * embedder knows no word of it.
   */
  search(texts: readonly string[], call: DenseCall<Key>): Promise<(Hit<Key>[] | undefined)[]>
  /**
   * What some keys score, `ratings[i]` for `texts[i]`: undefined where the embedder knows no word
   * of it.
   */
  rate(
    texts: readonly string[],
    keys: readonly Key[],
    call: RateCall<Key> & Embedding,
  ): Promise<(Rating<Key> | undefined)[]>
  /** Cosine of two keys' documents; undefined where one has no vector. */
  alike(one: Key, other: Key): Promise<number | undefined>
  /** What a cosine with these texts counts in fusion beside BM25: more, the less cosines spread. */
  cosineWeight(texts: readonly string[], signal: AbortSignal): Promise<number>
}

/** The vectors of documents as numbers, to learn from. */
export interface VectorSource<Key extends string = ToolId> extends Source<TextVectors<Key>> {
  readonly embeds: true
  /** The vector of any text, embedded as the documents are. */
  of(text: string, signal: AbortSignal): Promise<Float32Array>
}
/** `vectors[i]` is that of the i-th key: of unit length, or zeros. */
export interface TextVectors<Key extends string> {
  keys: readonly Key[]
  vectors: readonly Float32Array[]
  dimensions: number
}

/** Which tools may be retrieved at all; an empty list lets all through. */
export interface ToolFilter {
  tags: readonly string[]
  servers: readonly string[]
  visibilities: readonly Visibility[]
}

/** The names of a catalog's tools. */
export interface ToolNames {
  /**
   * The tools of a name or id, with or without their server, whichever way it is written; of
   * several those that are called so to the letter.
   * @param given those that may be given; absent: all
   */
  called(name: string, given?: ReadonlySet<ToolId>): readonly ToolId[]
}

/** The tools that pass a filter. */
export interface Admitted extends Source {
  /** Absent where all pass; the same set for the same filter. */
  readonly tools?: ReadonlySet<ToolId> | undefined
  readonly size: number
}

/**
 * The key of the source of weights of fields, by which it is told whether a pipeline reads them.
 */
export const FIELD_WEIGHTS_KEY = 'weights of fields'

/** The key of the source of edges, by which it is told whether a pipeline follows them. */
export const EDGES_KEY = 'whether tools depend on others'

/** One parameter of a tool, as it is compared with the arguments of a query. */
export interface FieldParameter {
  name: string
  /** `name: {…}` */
  text: string
  required: boolean
}

/**
 * The key of the source of golden queries, by which it is told whether a pipeline learns from them.
 */
export const LABELLED_KEY = 'golden queries'

/** A golden query as far as something is learned from it. */
export type LabelledQuery = Pick<GoldenQuery, 'text' | 'tools'>
/** A place for what can be made again of one catalog, kept between processes. */
export interface CachedBytes {
  /** Nothing where it is not there or was kept of another catalog. */
  read(name: string): Promise<Uint8Array | undefined>
  keep(name: string, content: Uint8Array): Promise<void>
}

/**
 * The fields by which tools are compared: as the author corrected them, as they came with the data,
 * as a model wrote them, as the definition says them.
 */
export interface FieldsInForce {
  /**
   * Those that say more than the definition; none where nobody standardised the tool, or it changed
   * since a model did.
   */
  own(tool: ToolId): Partial<StandardisedFields> | undefined
  texts(entry: CatalogTool, field: StandardField): readonly string[]
  /** None of a tool that is not there. */
  parameters(tool: ToolId): readonly FieldParameter[]
  /** Whether a model standardised the tool as it was, and it is another one by now. */
  isStale(tool: ToolId): boolean
}

/**
 * What recipes are made of: one catalog's tools and the sources over them. Making a source computes
 * nothing.
 */
export interface Kit {
  /** The kit of all tools, where this one lacks some. */
  readonly whole?: Kit
  /**
   * Where some tools are as they would be: which, and the kit of the catalog as it is. See
   * `drafted.ts`.
   */
  readonly draft?: { readonly changed: ReadonlySet<ToolId>; readonly base: Kit }
  readonly tools: ReadonlyMap<ToolId, CatalogTool>
  among(filter: ToolFilter): Admitted
  readonly names: Source<ToolNames>
  /** One tool document per tool, of these components. */
  documents(components: readonly Component[], options?: DocumentOptions): Documents<ToolId>
  /**
   * One field of the standardised documents: one text per tool, or one for each of its parameters
   * or examples. Of a tool that is not standardised, as far as its definition says it.
   */
  field(name: StandardField): Documents<ToolId>
  /** What servers say of themselves, by their names; see `servers.ts`. */
  readonly servers: Source<ReadonlyMap<string, string>>
  /** What {@link field} is made of. */
  readonly standardFields: Source<FieldsInForce>
  /** What fields count, as it was learned or imported; newest first. */
  readonly fieldWeights: Source<readonly FieldWeightsRecord[]>
  /**
   * Golden queries of the workspace with their right tools, which some have none of: to learn where
   * no tool fits.
   */
  readonly labelled: Source<readonly LabelledQuery[]>
  /** What compares by meaning, as its name and fingerprint. */
  readonly embedder: Source<{ name: string; fingerprint: string }>
  lexical<Key extends string>(
    documents: Documents<Key>,
    analyser: readonly string[],
  ): LexicalSource<Key>
  dense<Key extends string>(documents: Documents<Key>): DenseSource<Key>
  vectors<Key extends string>(documents: Documents<Key>): VectorSource<Key>
  readonly holdRows: HoldRows
  /**
   * Makes something of this catalog and its history, once for whoever wants it. What one caller
   * stops, the next makes.
   */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value>
  dependencies(tool: ToolId): readonly Dependency[]
  /** Whether any tool depends on another. */
  readonly hasDependencies: Source<boolean>
  /** Tokens of the tool's definition in an agent's prompt. */
  promptTokens(tool: ToolId): number
  /**
   * The documents of the tools that have past queries, each followed by these, of those of few
   * tools the first hundred.
   */
  taught(components: readonly Component[], options?: DocumentOptions): Documents<ToolId>
  /**
   * Past queries that name tools of the catalog: by tool, several texts each, and each by the id of
   * its bundle.
   */
  readonly past: { byTool: Documents<ToolId>; each: Documents<string> }
  /** Where what past queries taught is kept between processes; without it, each learns anew. */
  readonly learned?: CachedBytes | undefined
  /** Past queries with the tools that solved them. */
  readonly history: Source<readonly Bundle[]>
  /** A tool's name and description, as a model is told them. */
  text(tool: ToolId): string
}
