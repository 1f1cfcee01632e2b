import type { ModelTestRow } from '../../contract/model'
import type { ActionAnswer } from '../../app/actions'
import { bytesText } from '../../domain/value/quantity'
import type { ModelInfo } from '../../domain/model/model'
import type { OllamaAddress } from '../../domain/model/ollama-address'
import { plainText, tableText } from './print-table'

const FROM: Record<OllamaAddress['from'], string> = {
  'command line': 'as --ollama says',
  settings: 'as the settings say',
  OLLAMA_HOST: 'as OLLAMA_HOST says',
  default: 'its own default',
}

/** Characters of a digest that Ollama itself shows. */
const SHOWN_DIGEST = 12

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** The list of models, and where Ollama is. */
export function modelsText(
  { ollama, version, models, problem }: ActionAnswer<'models.list'>,
  uses: ReadonlyMap<string, string[]>,
): string {
  const rows = models.map((model) => [...rowOf(model), (uses.get(model.name) ?? []).join(', ')])
  const header = ['model', 'can do', 'size', 'context', 'dimensions', 'digest', 'loaded', 'used as']
  const where = `Ollama${version ? ` ${version}` : ''} at ${ollama.address}, ${FROM[ollama.from]}`
  const state = problem ? `${problem.message} ${problem.fix ?? ''}`.trim() : where
  const remarks = models.flatMap(({ title, remark }) =>
    remark ? [plainText(`${title}: ${remark}`)] : [],
  )
  return [plainText(state), tableText(header, rows), remarks.join('\n')].join('\n\n')
}

function rowOf(model: ModelInfo): string[] {
  const { title, capabilities, size, contextTokens, dimensions, digest, loaded, isRemote } = model
  return [
    plainText(title),
    plainText(capabilities.join(', ')) + (isRemote ? ' (on another machine: not asked)' : ''),
    size ? bytesText(size) : '',
    contextTokens === undefined ? '' : whole.format(contextTokens),
    dimensions === undefined ? '' : String(dimensions),
    plainText((digest ?? '').slice(0, SHOWN_DIGEST)),
    loaded ? 'yes' : '',
  ]
}

/** What a test found, and what it means. */
export const testText = (rows: readonly ModelTestRow[]): string =>
  tableText(
    ['', 'found', '', 'meaning'],
    rows.map(({ what, outcome, found, meaning }) => [
      what,
      plainText(found),
      outcome === 'good' ? '' : outcome === 'poor' ? '!' : '–',
      plainText(meaning),
    ]),
  )
