import type { PlanStep, Query, QueryPlan } from '../../domain/query'
import { contextNote } from '../clauses-of-request'
import { stage } from '../stage'
import { goesOn, type Reading } from './reading'
import { keptOf, settledSteps, withVariations } from './settle-steps'

/** Toolshed without a model: the clauses of a request for several things are its steps. Pegboard's own. */
export const splitByRule = (reading: Reading) =>
  stage<Query, QueryPlan>({
    name: 'split at clauses',
    gives: 'plan',
    settings: {},
    readsTurns: true,
    ahead: (query) => planByRule(query, reading).steps.flatMap(({ variations }) => variations),
    run(query, step) {
      const { left, ...plan } = planByRule(query, reading)
      step.note({
        steps: plan.steps.length,
        ...(left > 0 && { 'not searched': left }),
        ...contextNote(reading.clausesOf(query.text)),
        ...(plan.kept.length > 0 && { 'kept of the tools held': plan.kept.length }),
      })
      return plan
    },
  })

function planByRule(query: Query, reading: Reading): QueryPlan & { left: number } {
  const clauses = reading.clausesOf(query.text).wishes.map((text) => ({ text }))
  const { steps, left } = settledSteps(query, clauses)
  const before = query.turns?.at(-1)
  const isFollowUp = before !== undefined && goesOn(query.text, reading)
  return {
    shape: 'plan',
    query,
    steps: isFollowUp ? steps.map((each) => afterTurn(each, before)) : steps,
    kept: isFollowUp ? keptOf(query.held ?? []) : [],
    left,
  }
}

/** A follow-up leaves out what was said before: both together are searched as well. */
const afterTurn = (step: PlanStep, before: string): PlanStep =>
  withVariations(step, [`${before} ${step.text}`])
