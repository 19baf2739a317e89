import { findBrowser } from './browser.ts'
import { buildPages, startProduct } from './product.ts'
import { leaks, secretsIn } from './secrets.ts'

/**
 * Finds the browser, builds the page and starts the product, once for the whole suite. The workers read where they
 * are from the environment, because they are processes of their own. Responds with what stops the product again, and fails
 * where the product, which logs at debug level, has written a secret, or a library a warning.
 */
export default async function startSuite(): Promise<() => Promise<void>> {
  process.env.CLAIMCHECK_BROWSER = await findBrowser()
  await buildPages()
  const product = await startProduct(undefined, { LOG_LEVEL: 'debug' })
  process.env.CLAIMCHECK_ADDRESS = product.address
  process.env.CLAIMCHECK_SUITE_DATA = product.data

  return async () => {
    const secrets = secretsIn(product.data)
    const exitCode = await product.stop()
    const told = leaks(product.output.stdout, secrets)
    if (told.length > 0) throw new Error(`The log of the product holds ${told.join(', ')}.`)
    const perCode = /[?&](code|access_token|id_token|refresh_token)=/.exec(product.output.stdout)
    if (perCode) throw new Error(`The log of the product holds a query with ${perCode[1]}.`)
    const warned = /^.*\b(?:NOTICE|WARNING)\b.*$/m.exec(product.output.stdout)
    if (warned) throw new Error(`A library of the product warns: ${warned[0]}`)
    if (exitCode === 0 && product.output.stderr === '') return
    throw new Error(`The product stopped with exit code ${exitCode} and had written:\n${product.output.stderr}`)
  }
}
