import type { DiagramNode } from '../domain/trace'
import type { AnyPipeline } from './stage'

/** The pipeline drawn: its stages in order, each with those of the pipelines inside it. */
export const diagramOf = ({ stages }: AnyPipeline): DiagramNode[] =>
  stages.map(({ name, inside = [] }) => ({
    stage: name,
    inside: inside.map(({ label, pipeline }) => ({ label, nodes: diagramOf(pipeline) })),
  }))
