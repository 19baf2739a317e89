import type { Page } from 'playwright'

/** What a real server is told of the client that Claimcheck is. */
export interface RealClient {
  id: string
  secret: string
  redirectUri: string
}

/** An identity service that runs as a process of its own, and how a person signs in to it. */
export interface RealServer {
  name: string
  /** What the environment's entry in the configuration file says beside id, name, kind and clients. */
  environment: Record<string, unknown>
  /** What the client's entry says beside its identifier and its secret. */
  client?: Record<string, unknown>
  /** Prompt values to be ticked on the sign-in screen. */
  prompts?: string[]
  /** Answers what its pages ask for, from the sign-in to the consent. */
  signIn: (page: Page) => Promise<void>
  stop: () => Promise<void>
}

/** Where a server keeps what it writes, and where packages are kept from one run to the next. */
export interface Places {
  directory: string
  packages: string
}

/** Starts a server; rejects with the reason where it cannot be had on this machine. */
export type StartServer = (places: Places, client: RealClient) => Promise<RealServer>
