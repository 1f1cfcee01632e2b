import type { StepOutput } from '../../../src-main/domain/trace/trace'
import { plural } from '../../words/number-words'

/** What a step gave, in few words: `100 tools`, `2 steps, 6 texts`. */
export function shapeText(output: StepOutput): string {
  switch (output.shape) {
    case 'query':
      return 'the request'
    case 'plan': {
      const texts = output.steps.reduce((count, step) => count + step.variations.length, 0)
      const kept = output.kept.length > 0 ? `, ${plural(output.kept.length, 'tool')} kept` : ''
      const more = texts === output.steps.length ? '' : `, ${plural(texts, 'text')}`
      return `${plural(output.steps.length, 'step')}${more}${kept}`
    }
    case 'ranking':
      return `${plural(output.count, 'tool')} in order`
    case 'tool-set':
      return `a set of ${plural(output.count, 'tool')}`
  }
}
