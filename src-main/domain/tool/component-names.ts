import type { Component, Section } from './document'

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

/** Sections of a document as people call them. */
export const SECTION_NAMES: Readonly<Record<Section, string>> = {
  name: 'Name',
  title: 'Title',
  purpose: 'First sentence',
  details: 'Details',
  questions: 'Questions',
  parameters: 'Parameters',
  group: 'Server and tags',
}
