import { expect, test } from 'playwright/test'
import { freePorts, holdPort, portSettings, startInVain, startProduct } from './product.ts'

test('the start prints the one address to open and nothing that worries', async () => {
  const product = await startProduct()
  try {
    expect(product.address).toBe(`http://localhost:${product.ports.PORT}`)
    expect(product.output.stdout.match(/https?:\/\/\S+/g)).toEqual([product.address])
    expect(product.output.stdout.trim().split('\n').length).toBeLessThan(5)

    const page = await fetch(product.address)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
  } finally {
    await product.stop()
  }
  expect(product.output.stderr).toBe('')
})

test('Ctrl-C ends everything cleanly and frees the ports, also while a browser keeps its connection open', async () => {
  const product = await startProduct()
  const page = await fetch(product.address, { headers: { connection: 'keep-alive' } })
  await page.text()

  expect(await product.stop()).toBe(0)
  expect(product.output.stderr).toBe('')
  for (const setting of portSettings) {
    const freed = await holdPort(product.ports[setting], hostOf(setting))
    await freed.release()
  }
})

for (const setting of portSettings) {
  test(`a port in use is said plainly, with what to do: ${setting}`, async () => {
    const ports = await freePorts()
    const other = await holdPort(ports[setting], hostOf(setting))
    try {
      const { exitCode, stdout, stderr } = await startInVain(ports)
      expect(exitCode).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toContain(`Port ${ports[setting]} is in use by another program`)
      expect(stderr).toMatch(new RegExp(`${setting}=\\d+ npm start`))
      expect(stderr).not.toMatch(/^\s+at /m)
    } finally {
      await other.release()
    }
  })
}

test('where PUBLIC_URL names the port in use, what is suggested names the other port there too', async () => {
  const ports = await freePorts()
  const other = await holdPort(ports.PORT, 'localhost')
  try {
    const { stderr } = await startInVain(ports, { PUBLIC_URL: `http://127.0.0.1:${ports.PORT}` })
    expect(stderr).toMatch(/PORT=(\d+) PUBLIC_URL=http:\/\/127\.0\.0\.1:\1 npm start/)
    const { stderr: behindProxy } = await startInVain(ports, { PUBLIC_URL: 'https://claimcheck.example' })
    expect(behindProxy).toMatch(/ {2}PORT=\d+ npm start/)
  } finally {
    await other.release()
  }
})

/** The app listens where its address points to; the others on the loopback address itself. */
function hostOf(setting: (typeof portSettings)[number]): string {
  return setting === 'PORT' ? 'localhost' : '127.0.0.1'
}

test('a host or a directory that cannot be used is said plainly, with the variable that names it', async () => {
  const host = await startInVain(undefined, { HOST: '203.0.113.9' })
  expect(host.stderr.trim()).toBe(
    'HOST names 203.0.113.9, which is not an address of this machine. Set HOST to an address of this machine, to 0.0.0.0 for all of them, or unset it for localhost.',
  )
  const directory = await startInVain(undefined, { CLAIMCHECK_DATA: '/proc/claimcheck' })
  expect(directory.stderr.trim()).toContain('The directory /proc/claimcheck')
  expect(directory.stderr.trim()).toContain('Name another with CLAIMCHECK_DATA')
  for (const { exitCode, stderr } of [host, directory]) {
    expect(exitCode).toBe(1)
    expect(stderr).not.toMatch(/^\s+at /m)
  }
})

test('an empty CLAIMCHECK_CONFIG does not start the sandbox in the place of what was meant', async () => {
  const { exitCode, stderr } = await startInVain(undefined, { CLAIMCHECK_CONFIG: '' })
  expect(exitCode).toBe(1)
  expect(stderr.trim()).toBe('CLAIMCHECK_CONFIG is empty. Name the configuration file, or unset it to run the sandbox.')
})
