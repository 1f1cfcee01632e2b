import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { PlacedTool } from '../../../../src-main/domain/query/query'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import type { StepOutput, TraceStep } from '../../../../src-main/domain/trace/trace'

const ids = ['mail/send_email', 'mail/list_mails', 'files/read_file', 'files/write_file']

const ranked: PlacedTool[] = ids.map((id, at) => ({
  tool: id as ToolId,
  score: 8 - at,
  witnesses: [
    {
      kind: 'score',
      source: 'bm25',
      origin: 'words',
      score: 8 - at,
      rank: at + 1,
      terms: { mail: 5 - at, minut: 3 },
    },
  ],
}))

const step = (stage: string, output: StepOutput, more: Partial<TraceStep> = {}): TraceStep => ({
  path: stage,
  stage,
  settings: {},
  notes: {},
  output,
  latencyMs: 0.4,
  calls: [],
  degraded: [],
  dropped: [],
  shared: false,
  branches: [],
  ...more,
})

const traceOf = (text: string, k: number): TraceStep[] => [
  step('plan', { shape: 'plan', steps: [{ text, variations: [text] }], kept: [] }),
  step(
    'bm25',
    { shape: 'ranking', order: 'score', count: ranked.length, tools: ranked },
    { words: { mail: 'mail', minut: 'minutes' } },
  ),
  step(
    'select',
    {
      shape: 'tool-set',
      size: 'k',
      count: Math.min(k, ranked.length),
      tools: ranked.slice(0, k).map((placed) => ({ ...placed, witnesses: [] })),
    },
    { notes: { k }, dropped: k < 4 ? [{ why: `below the cut at k = ${k}`, count: 4 - k }] : [] },
  ),
]

const shown = ranked.map((tool, at) => ({
  ...tool,
  name: tool.tool.split('/')[1] ?? '',
  server: tool.tool.split('/')[0],
  description: at ? 'Does things with mails.' : 'Mails the <img src=x onerror=alert(1)> minutes.',
  rank: at + 1,
  promptTokens: 100,
}))

/**
 * What asking a query of four tools gives; the first description holds markup, as hostile ones do.
 */
export const sampleAnswer = (text: string, k: number): ActionAnswer<'query.run'> => ({
  query: text,
  recipe: 'bm25',
  size: 'k',
  k,
  turns: [],
  held: [],
  catalog: { tools: 4, revision: 4, content: 'content 4' },
  remarks: [],
  options: {},
  tools: shown.slice(0, k),
  below: shown.slice(k).map((tool) => ({ ...tool, cut: true, why: `below the cut at k = ${k}` })),
  promptTokens: 100 * Math.min(k, ranked.length),
  everything: { tools: 4, promptTokens: 2000 },
  tokenizer: 'o200k_base',
  latencyMs: 3,
  degraded: [],
  trace: traceOf(text, k),
  names: {},
})
