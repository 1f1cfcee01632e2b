import type { RouteOutput } from '../../../../src-main/contract/routes'
import { queryOf, type QueryPlan, type RankedTool } from '../../../../src-main/domain/query'
import type { ToolId } from '../../../../src-main/domain/tool'
import type { TraceStep } from '../../../../src-main/domain/trace'

const ids = ['mail/send_email', 'mail/list_mails', 'files/read_file', 'files/write_file']

const ranked: RankedTool[] = ids.map((id, at) => ({
  tool: id as ToolId,
  score: 8 - at,
  parts: [{ source: 'bm25', score: 8 - at, rank: at + 1, terms: { mail: 5 - at, minut: 3 } }],
}))

const step = (changes: Pick<TraceStep, 'stage' | 'input' | 'output'>): TraceStep => ({
  settings: {},
  latencyMs: 0.4,
  llmCalls: 0,
  tokens: 0,
  branches: [],
  ...changes,
})

function traceOf(text: string, k: number): TraceStep[] {
  const query = queryOf(text)
  const plan: QueryPlan = { shape: 'plan', query, steps: [{ text, variations: [text] }] }
  const ranking = { shape: 'ranking' as const, plan, tools: ranked }
  const set = { shape: 'tool-set' as const, query, tools: ranked.slice(0, k) }
  return [
    step({ stage: 'plan', input: query, output: plan }),
    step({ stage: 'bm25', input: plan, output: ranking }),
    step({ stage: 'select', input: ranking, output: set }),
  ]
}

/** What asking a query of four tools gives; the first description holds markup, as hostile ones do. */
export const sampleAnswer = (text: string, k: number): RouteOutput<'query.run'> => ({
  query: text,
  recipe: 'bm25',
  options: {},
  tools: ranked.slice(0, k).map((tool, at) => ({
    ...tool,
    name: tool.tool.split('/')[1] ?? '',
    server: tool.tool.split('/')[0],
    description: at ? 'Does things with mails.' : 'Mails the <img src=x onerror=alert(1)> minutes.',
    rank: at + 1,
    promptTokens: 100,
  })),
  promptTokens: 100 * Math.min(k, ranked.length),
  catalogTokens: 2000,
  tokenizer: 'o200k_base',
  latencyMs: 3,
  degraded: [],
  trace: traceOf(text, k),
  names: {},
})
