import type { Component } from './tool-document'

/** Components as people call them. */
export const COMPONENT_NAMES: Readonly<Record<Component, string>> = {
  name: 'name',
  description: 'description',
  whenToUse: 'when to use it',
  limits: 'what it does not do',
  parameters: 'parameters',
  questions: 'questions',
  topics: 'topics',
  tags: 'tags',
  values: 'allowed values',
  server: 'server',
}
