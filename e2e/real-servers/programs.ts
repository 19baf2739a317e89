import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a program and waits until an address of it answers. */
export async function startProgram(
  command: string,
  parameters: string[],
  { answers, ...options }: SpawnOptions & { answers: string },
): Promise<() => Promise<void>> {
  const program = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, 4_000)
  }
  program.stdout?.on('data', listen)
  program.stderr?.on('data', listen)
  for (let waited = 0; waited < 60_000; waited += 250) {
    if (program.exitCode !== null) throw new Error(`${command} ended before it answered:\n${said}`)
    const answer = await fetch(answers, { redirect: 'manual' }).catch(() => undefined)
    if (answer && answer.status < 500) return () => stop(program)
    await new Promise((later) => setTimeout(later, 250))
  }
  await stop(program)
  throw new Error(`${answers} did not respond:\n${said}`)
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  const ended = new Promise((done) => program.once('close', done))
  program.kill()
  await ended
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const { port } = holder.address() as AddressInfo
  await new Promise((done) => holder.close(done))
  return port
}
