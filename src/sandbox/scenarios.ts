import type { FaultCode } from '#knowledge/diagnose/faults/catalogue.ts'
import { homeEnvironments } from './environments.ts'

/** A story that can be played against the sandbox, and what the app should say at its end. */
export interface Scenario {
  /** Permanent, kebab-case. */
  id: string
  /** What happens, in a sentence. */
  story: string
  /** Ids in the configuration that `startSandbox` returns. */
  environment: 'sandbox' | 'production' | 'mixed'
  client: string
  /** Id of the demo account that signs in. */
  account: string
  /** What is asked for. */
  scopes: string[]
  /** What the person unticks. */
  refuse?: string[]
  /** The person denies the whole request. */
  deny?: true
  call?: ScenarioCall
  /** Code of the diagnosis that explains the end; absent where all goes well. */
  expected?: FaultCode
}

export interface ScenarioCall {
  /** Id of an operation in knowledge/protocol/apis.ts. */
  operation: string
  parameters?: Record<string, string>
  /** Id of the environment whose gateway is called, where that is not the token's own. */
  gateway?: 'sandbox' | 'production'
  /** Seconds to wait after the token came. */
  afterSeconds?: number
}

const { resourceDomain } = homeEnvironments.sandbox
const slips = `${resourceDomain}/bank-slips.readonly`
const statements = `${resourceDomain}/account-statements.readonly`
const debits = `${resourceDomain}/authorized-direct-debits.readonly`
const receipts = `${resourceDomain}/payment-receipts.readonly`
const person = ['openid', 'profile', 'email']

export const scenarios: Scenario[] = [
  {
    id: 'all-goes-well',
    story: 'Ana allows everything, and the bank slips of her company are listed.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    call: { operation: 'list-bank-slips' },
  },
  {
    id: 'partial-consent',
    story: 'Ana allows the statements and unticks the bank slips; the statement is shown.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    refuse: [slips],
    call: { operation: 'get-statement', parameters: { account_id: 'acc-7001' } },
  },
  {
    id: 'scope-refused',
    story: 'Ana unticks the bank slips, and the client asks for them all the same.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    refuse: [slips],
    call: { operation: 'list-bank-slips' },
    expected: 'scope-insufficient',
  },
  {
    id: 'scope-not-requested',
    story: 'The client asks for read access to bank slips alone, and then tries to create one.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'create-bank-slip' },
    expected: 'scope-insufficient',
  },
  {
    id: 'denied',
    story: 'Bruno denies the whole request.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'bruno-lima',
    scopes: [...person, slips],
    deny: true,
    expected: 'access-denied',
  },
  {
    id: 'client-of-the-other-environment',
    story: 'The code of the sandbox is sent to the token endpoint of production, which does not know the client.',
    environment: 'mixed',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    expected: 'client-not-found',
  },
  {
    id: 'token-at-the-other-gateway',
    story: 'A token of the sandbox is sent to the gateway of production, which has no key for it.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'list-bank-slips', gateway: 'production' },
    expected: 'no-matching-public-key',
  },
  {
    id: 'no-company',
    story: 'Carla acts for no company, and the client asks for direct debits.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'carla-mendes',
    scopes: [...person, debits],
    call: { operation: 'list-direct-debits' },
    expected: 'company-identifier-missing',
  },
  {
    id: 'receipt-fails',
    story: 'A receipt whose paying bank is missing from the directory of banks cannot be retrieved.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, receipts],
    call: { operation: 'get-receipt', parameters: { receipt_id: 'rcp-5002' } },
    expected: 'receipt-retrieval-failed',
  },
  {
    id: 'pdf-not-ready',
    story: 'The PDF of a bank slip is asked for before it has been rendered.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'get-bank-slip-pdf', parameters: { slip_id: 'slip-1001' } },
    expected: 'bank-slip-pdf-unavailable',
  },
  {
    id: 'token-expired',
    story: 'Night Batch gets tokens that live for ten seconds, and uses one after that.',
    environment: 'sandbox',
    client: 'night-batch',
    account: 'bruno-lima',
    scopes: [...person, slips],
    call: { operation: 'list-bank-slips', afterSeconds: 11 },
    expected: 'access-token-expired',
  },
]
