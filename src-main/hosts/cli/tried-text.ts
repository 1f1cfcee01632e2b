import type { RouteOutput } from '../../contract/routes'
import { plainText } from './print-table'

/** What a chat model would do with a tool set, as lines. */
export function triedLines(tried: RouteOutput<'query.tryModel'>): string[] {
  const { model, calls, more, dropped, said } = tried
  return [
    `${plainText(model)} would make ${calls.length + more} calls. No tool was executed.`,
    ...calls.flatMap(({ name, arguments: given, faults, unchecked }) => [
      `  ${plainText(name)} ${plainText(JSON.stringify(given))}`,
      ...faults.map(
        ({ path, why }) => `    ${plainText(path || 'the arguments')}: ${plainText(why)}`,
      ),
      ...(unchecked === undefined ? [] : [`    not checked: ${plainText(unchecked)}`]),
      ...(faults.length > 0 || unchecked !== undefined ? [] : ['    fits its schema']),
    ]),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(dropped > 0
      ? [`${dropped} calls of tools that were not offered, or that could not be read.`]
      : []),
    ...(said.trim() === '' ? [] : [`It said: ${plainText(said.trim())}`]),
    `${tried.promptTokens} + ${tried.answerTokens} tokens as the server counts, ` +
      `${tried.estimatedTokens} for the prompt by ${tried.tokenizer}; ${Math.round(tried.latencyMs)} ms.`,
  ]
}
