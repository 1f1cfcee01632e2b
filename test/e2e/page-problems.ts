import type { Page } from 'playwright-core'

/**
 * Collects what must not happen in the product's page: errors in its console, exceptions,
 * violations of the content security policy, and requests to any other origin than its own.
 * The list grows as they happen.
 */
export async function watchForProblems(page: Page, origin: string): Promise<string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (!isOwn(request.url(), origin)) problems.push(`request to a stranger: ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (violation: string) => {
    problems.push(`content security policy: ${violation}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile } = event
      const page = globalThis as typeof globalThis & { reportViolation: (text: string) => void }
      page.reportViolation(`${effectiveDirective} refused ${blockedURI} in ${sourceFile}`)
    })
  })
  return problems
}

function isOwn(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || /^(data|blob|about):/.test(url)
}
