import { computed } from 'vue'
import type { FindingRow } from '../../../src-main/contract/lint'
import { useEditHistory } from '../../composables/useEditHistory'
import { useStatus } from '../../composables/useStatus'
import { useTask } from '../../composables/useTask'
import { plural } from '../../words/number-words'

type FindingPlace = Pick<FindingRow, 'rule' | 'tool' | 'where' | 'mark'>

const placeOf = ({ rule, tool, where, mark }: FindingPlace): FindingPlace => ({
  rule,
  tool,
  where,
  mark,
})

/**
 * What can be done about findings: dismiss and restore them, switch their rule off.
 * @param announce says what was done
 */
export function useFindingActions(dir: string, announce = useStatus().announce) {
  const history = useEditHistory(dir)
  const aside = useTask('lint.setAside')
  const back = useTask('lint.takeBack')
  const switching = useTask('lint.switch')

  /** @param rows as many as one request takes */
  async function setAside(rows: readonly FindingPlace[], reason: string): Promise<boolean> {
    const done = await aside.run({ dir, findings: rows.map(placeOf), reason })
    if (!done) return false
    const label = `Dismissed ${plural(done.setAside, 'finding')}`
    history.note(label, done)
    const changed =
      done.passedOver > 0 ? ` ${plural(done.passedOver, 'finding')} changed meanwhile.` : ''
    announce(`${label}.${changed}`)
    return true
  }

  /** @param rows as many as one request takes */
  async function takeBack(rows: readonly FindingPlace[]): Promise<boolean> {
    const done = await back.run({ dir, findings: rows.map(placeOf) })
    if (!done) return false
    const label = `Restored ${plural(done.takenBack, 'finding')}`
    history.note(label, done)
    announce(`${label}.`)
    return true
  }

  async function switchRule(rule: string, isOn: boolean): Promise<void> {
    await switching.run({ dir, rules: [rule], isOn })
  }

  return {
    setAside,
    takeBack,
    switchRule,
    busy: computed(() => [aside, back, switching].some(({ running }) => running.value)),
    problem: computed(() =>
      [aside, back, switching].map((task) => task.problem.value).find(Boolean),
    ),
  }
}
