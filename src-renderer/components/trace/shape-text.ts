import type { Shape } from '../../../src-main/domain/query'
import { plural } from '../../words/number-words'

/** A shape in few words: `ranking of 100 tools`. */
export function shapeText(shape: Shape): string {
  switch (shape.shape) {
    case 'query':
      return 'query'
    case 'plan': {
      const texts = shape.steps.reduce((count, step) => count + step.variations.length, 0)
      return `plan: ${plural(shape.steps.length, 'step')}, ${plural(texts, 'text')}`
    }
    case 'ranking':
      return `ranking of ${plural(shape.tools.length, 'tool')}`
    case 'tool-set':
      return `set of ${plural(shape.tools.length, 'tool')}`
  }
}
