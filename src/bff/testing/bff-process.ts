import type { AddressInfo } from 'node:net'
import { buildApp } from '../app.ts'
import { openRedisStore } from '../stores/redis.ts'
import { openSqliteStore } from '../stores/sqlite.ts'
import { configure, type RigOptions } from './rig.ts'

/**
 * The BFF as a process of its own, for tests that end processes: takes the address of the identity service and the
 * options of `configure` as its arguments, and tells its parent the port that it listens on.
 */
const [identity = '', options = '{}'] = process.argv.slice(2)
const configuration = configure(identity, JSON.parse(options) as RigOptions)
const store = configuration.redis
  ? await openRedisStore(configuration.redis, configuration.limits.storeMilliseconds)
  : openSqliteStore(configuration.sessionFile)
const app = await buildApp({ configuration, store })
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('SIGTERM', async () => {
  await app.close()
  await store.close()
  process.disconnect?.()
})
process.send?.((app.server.address() as AddressInfo).port)
