import { computed } from 'vue'
import type { FindingRow } from '../../../../src-main/contract/lint-routes'
import { useStatus } from '../../../composables/useStatus'
import { useTask } from '../../../composables/useTask'
import { plural } from '../../../words/number-words'

/** As many as one request takes. */
const AT_ONCE = 1000

/** What can be done about findings: set them aside, let them count again, switch their rule off. */
export function useFindingActions(dir: string) {
  const { announce } = useStatus()
  const [aside, back, switching] = [
    useTask('lint.setAside'),
    useTask('lint.takeBack'),
    useTask('lint.switch'),
  ]

  async function setAside(rows: readonly FindingRow[], reason: string): Promise<boolean> {
    const findings = rows.map(({ rule, tool, where, mark }) => ({ rule, tool, where, mark }))
    let [setOff, passedOver] = [0, 0]
    for (let from = 0; from < findings.length; from += AT_ONCE) {
      const some = findings.slice(from, from + AT_ONCE)
      const done = await aside.run({ dir, findings: some, reason })
      if (!done) return false
      setOff += done.setAside
      passedOver += done.passedOver
    }
    const changed = passedOver > 0 ? ` ${plural(passedOver, 'finding')} changed meanwhile.` : ''
    announce(`Set ${plural(setOff, 'finding')} aside.${changed}`)
    return true
  }

  async function takeBack(rows: readonly FindingRow[]): Promise<void> {
    const findings = rows.map(({ rule, tool, where }) => ({ rule, tool, where })).slice(0, AT_ONCE)
    const done = await back.run({ dir, findings })
    if (done) announce(`${plural(done.takenBack, 'finding counts', 'findings count')} again.`)
  }

  async function switchRule(rule: string, isOn: boolean): Promise<void> {
    await switching.run({ dir, rules: [rule], isOn })
  }

  return {
    ...{ setAside, takeBack, switchRule },
    busy: computed(() => [aside, back, switching].some(({ running }) => running.value)),
    problem: computed(() =>
      [aside, back, switching].map((task) => task.problem.value).find(Boolean),
    ),
  }
}
