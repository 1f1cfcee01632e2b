import { count } from '../../../domain/measure/figures'
import { BOOTSTRAP_SEED, FLIP_SEED, FLIPS, RESAMPLES } from '../../../domain/measure/method'
import { drawnCatalogText } from '../../../domain/run/catalog-size'
import type { Run } from '../../../domain/run/run'
import { sampleText } from '../../../domain/run/sample-text'
import type { JsonValue } from '../../../domain/tool/tool'
import type { EvaluationReport, ReportedRun } from './evaluation-report'
import { plural, html, shortened, type Markup } from '../../../exporting/html'

/** Characters of what a run's recipe or options say. */
const LONGEST_VALUE = 2_000

/** All that it takes to measure the same again. */
export const protocolSection = (report: EvaluationReport): Markup =>
  html`<section aria-labelledby="protocol">
    <h2 id="protocol">How it was measured</h2>
    <p>
      The interval of a mean is the 95 % percentile bootstrap interval over the queries:
      ${count(RESAMPLES)} resamples, seed ${BOOTSTRAP_SEED}, the same wherever the figure stands.
      Differences are paired: query by query on the same queries with the same labels. Whether one
      is clear is told by a randomisation test of ${count(FLIPS)} sign flips, seed ${FLIP_SEED}; its
      interval holds the differences that the same flips do not reject.
      ${testedText(report)}${simultaneousText(report)} Every query counts, those too in which a step
      failed.
    </p>
    ${report.runs.map((run) => runProtocol(run, report))}
  </section> `

/** For how many runs the tests are corrected, and at which levels that leaves their intervals. */
function testedText({ runs, baseline }: EvaluationReport): string {
  const differences = runs.flatMap(({ comparison }) => Object.values(comparison?.measures ?? {}))
  const tested = Math.max(0, ...differences.map((difference) => difference.tested))
  if (tested < 2 || !baseline) return 'One run was tested, so nothing is corrected.'
  return `Both are corrected for the ${tested} runs that are compared with ${baseline.label} (Holm): the clearest is tested at .05 / ${tested}, the next at .05 / ${tested - 1} and so on until one may be chance, and the interval of each is at the level of its test.`
}

/** Which interval the decision goes by. */
const simultaneousText = ({ decision }: EvaluationReport): string =>
  decision === undefined || decision.points < 2
    ? ''
    : ` The decision goes by simultaneous 95 % intervals for the ${count(decision.points)} points it chose from: Wilson’s, as far out as the largest deviation of any point (max-t) in the same resamples.`

function runProtocol({ run, label, changed }: ReportedRun, { k }: EvaluationReport): Markup {
  const rows = [...measuredOn(run, k), ...measuredWith(run), ...measuredWhen(run)]
  return html`<h3>${label}</h3>
    <dl class="small">
      ${rows.map(([name, value]) =>
        value === undefined
          ? undefined
          : html`<dt>${name}</dt>
              <dd>${shortened(value, LONGEST_VALUE)}</dd>`,
      )}
    </dl>
    <p class="small muted">To measure it again:</p>
    ${repeatText({ run, changed })}`
}

/** The command that measures a run again. */
export const repeatText = ({ run, changed }: Pick<ReportedRun, 'run' | 'changed'>): Markup =>
  html`<pre><code>${shortened(commandOf(run, changed), LONGEST_VALUE)}</code></pre> `

/** What is told, and what it is; left out where a run has nothing of the kind. */
type Row = readonly [name: string, value: string | undefined]

const measuredOn = (run: Run, k: number | undefined): Row[] => [
  ['Golden set', `${run.goldenSet}: ${sampleText(run)}`],
  ['Golden queries, hash', run.provenance?.goldenHash],
  [
    'Catalog',
    `${drawnCatalogText(run) ?? plural(run.catalog.tools, 'tool')}, revision ${run.catalog.revision} of the workspace`,
  ],
  [
    'k',
    run.k.length > 0
      ? `${run.k.join(', ')}${k === undefined ? '' : `; looked at here: ${k}`}`
      : 'the recipe decides how many tools there are',
  ],
]

function measuredWith({ recipe, options, embedder, provenance, ...run }: Run): Row[] {
  const { modelUse, history } = run
  const fingerprint = provenance?.embedder ? `, fingerprint ${provenance.embedder}` : ''
  const heldOut = history ? `; ${history.heldOut} held out` : ''
  return [
    ['Recipe', recipe],
    ['Options', JSON.stringify(options)],
    ['Embedder', embedder && `${embedder}${fingerprint}`],
    [
      'Language model',
      provenance?.model && `${provenance.model}; prompts ${provenance.prompts.join(', ')}`,
    ],
    [
      'Model calls',
      modelUse &&
        `${count(modelUse.calls)}, of which ${count(modelUse.cached)} were answered from the cache`,
    ],
    [
      'Logged queries',
      provenance?.history &&
        `${plural(provenance.history.queries, 'query', 'queries')}, hash ${provenance.history.hash}${heldOut}`,
    ],
    [
      'Tokens counted by',
      `${run.tokenizer}${run.tokensEstimated ? ', estimated for very long tools' : ''}`,
    ],
  ]
}

const measuredWhen = ({ provenance, ...run }: Run): Row[] => [
  ['Queries with a failed step', run.degraded > 0 ? count(run.degraded) : undefined],
  ['Queries cut short', run.shortened ? count(run.shortened) : undefined],
  ['Remarks', run.remarks?.join(' ')],
  ['Started (UTC)', run.startedAt.slice(0, 19).replace('T', ' ')],
  ['Took', `${(run.elapsedMs / 1000).toFixed(1)} s`],
  [
    'Measured with',
    provenance
      ? `Pegboard ${provenance.version}, bootstrap seed ${provenance.seed}`
      : 'Pegboard 0.1, which noted no more',
  ],
  ['Run, measurement', `${run.id}${provenance ? `, ${provenance.cell}` : ''}`],
]

/**
 * The command line that measures the same on the same catalog; where its sample was drawn as no
 * program draws now, one of as many queries.
 */
function commandOf(run: Run, changed: ReportedRun['changed']): string {
  const { k, catalogSize: size, sample, split, embedder } = run
  const flags = [
    `--golden ${quoted(run.goldenSet)}`,
    `--recipe ${quoted(run.recipe)}`,
    ...(size ? [`--sizes ${size.tools} --seeds ${size.seed}`] : []),
    ...(k.length > 0 ? [`--k ${k.join(',')}`] : []),
    ...(sample ? [`--sample ${sample.size}`] : []),
    ...(split ? [`--split ${split.by}`] : []),
    ...(sample || split ? [`--seed ${(sample ?? split)?.seed}`] : []),
    ...(embedder ? [`--embedder ${quoted(embedder)}`] : []),
    ...Object.entries(changed).map(
      ([name, value]) => `--option ${quoted(`${name}=${optionText(value)}`)}`,
    ),
  ].join(' ')
  const remark = sample?.drawnBy ? ' # draws other queries: not as Python does' : ''
  return `pegboard ${size ? 'sweep' : 'eval'} --workspace DIR ${flags}${remark}`
}

function optionText(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(optionText).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As a shell takes it for one word. */
const quoted = (text: string): string =>
  /^[\w.,:=/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
