import type { ActionAnswer } from '../../features/actions'
import { notWholeText } from '../../domain/agent/words'
import { plainText, tableText } from './print-table'

type Tried = ActionAnswer<'query.tryModel'>

/** What a chat model would do with a tool set, as lines. */
export function triedLines(tried: Tried): string[] {
  const { model, calls, more, dropped, said, fault } = tried
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
    ...(fault === undefined ? [] : [plainText(notWholeText(fault))]),
    ...(said.trim() === '' ? [] : [`It said: ${plainText(said.trim())}`]),
    `${tried.promptTokens} + ${tried.answerTokens} tokens as the server counts, ` +
      `${tried.estimatedTokens} for the prompt by ${tried.tokenizer}; ${Math.round(tried.latencyMs)} ms.`,
    ...wholeCatalogLines(tried),
  ]
}

/** What handing over only these tools saves, where it was asked for. */
function wholeCatalogLines({ wholeCatalog: whole, ...tried }: Tried): string[] {
  if (!whole) return []
  if ('problem' in whole) {
    const { message, fix } = whole.problem
    return [`With the whole catalog: ${plainText(fix ? `${message} ${fix}` : message)}`]
  }
  const rowOf = (of: string, { promptTokens, firstCallMs, latencyMs, calls }: typeof whole) => [
    of,
    String(promptTokens),
    firstCallMs === undefined ? '–' : `${Math.round(firstCallMs)}`,
    `${Math.round(latencyMs)}`,
    calls.map(({ name }) => plainText(name)).join(', ') || 'none',
  ]
  const table = tableText(
    ['tools', 'input tokens', 'first call, ms', 'whole answer, ms', 'calls'],
    [rowOf('these', { ...tried, tools: 0 }), rowOf(`all ${whole.tools}`, whole)],
  ).split('\n')
  return whole.fault === undefined
    ? table
    : [...table, `With the whole catalog: ${plainText(notWholeText(whole.fault))}`]
}
