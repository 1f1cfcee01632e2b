/**
 * Said where an unsaved text stands in its form that was stored while the page was loaded again.
 */
export const DRAFT_IS_BACK = 'What you typed before the window was loaded again is back.'
