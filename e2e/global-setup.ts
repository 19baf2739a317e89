import { findBrowser } from './browser.ts'
import { buildPages, startProduct } from './product.ts'

/**
 * Finds the browser, builds the page and starts the product, once for the whole suite. The workers read where they
 * are from the environment, because they are processes of their own. Answers with what stops the product again.
 */
export default async function startSuite(): Promise<() => Promise<void>> {
  process.env.CLAIMCHECK_BROWSER = await findBrowser()
  await buildPages()
  const product = await startProduct()
  process.env.CLAIMCHECK_ADDRESS = product.address
  process.env.CLAIMCHECK_SUITE_DATA = product.data

  return async () => {
    const exitCode = await product.stop()
    if (exitCode === 0 && product.output.stderr === '') return
    throw new Error(`The product stopped with exit code ${exitCode} and had written:\n${product.output.stderr}`)
  }
}
