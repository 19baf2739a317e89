import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A page of React and nothing else: a field, and below it how many characters are in it. */
const source = `
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Page() {
  const [text, setText] = useState('')
  return createElement('main', null,
    createElement('label', null, 'What do you have?', createElement('textarea', { value: text, rows: 5, onChange: (event) => setText(event.target.value) })),
    text !== '' && createElement('p', null, text.length + ' characters read'))
}
createRoot(document.getElementById('root')).render(createElement(Page))
`

/** Builds that page and serves it, for a bench to be measured beside. */
export async function startPlainPage(): Promise<{ address: string; stop: () => void }> {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const page = mkdtempSync(join(root, 'node_modules/.cache/plain-page-'))
  const out = mkdtempSync(join(tmpdir(), 'claimcheck-plain-'))
  writeFileSync(join(page, 'main.js'), source)
  writeFileSync(
    join(page, 'index.html'),
    '<!doctype html><html lang="en"><title>Plain</title><div id="root"></div><script type="module" src="/main.js"></script></html>',
  )
  await build({ root: page, configFile: false, logLevel: 'error', build: { outDir: out, emptyOutDir: true } })
  rmSync(page, { recursive: true })
  const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? '/index.html' : url
    try {
      const body = readFileSync(join(out, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    server.close()
    rmSync(out, { recursive: true })
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}
