import type { StepOutput } from '../../../src-main/domain/trace'
import { plural } from '../../words/number-words'

/** What a step gave, in few words: `ranking of 100 tools`. */
export function shapeText(output: StepOutput): string {
  switch (output.shape) {
    case 'query':
      return 'query'
    case 'plan': {
      const texts = output.steps.reduce((count, step) => count + step.variations.length, 0)
      const kept = output.kept.length > 0 ? `, ${plural(output.kept.length, 'tool')} kept` : ''
      return `plan: ${plural(output.steps.length, 'step')}, ${plural(texts, 'text')}${kept}`
    }
    case 'ranking':
      return `ranking of ${plural(output.count, 'tool')}`
    case 'tool-set':
      return `set of ${plural(output.count, 'tool')}`
  }
}
