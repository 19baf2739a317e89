import type { FaultCode } from '#knowledge/diagnose/faults/catalogue.ts'
import { homeEnvironments } from './environments.ts'

/** A story that can be played against the sandbox, and what the app should say at its end. */
export interface Scenario {
  /** Permanent, kebab-case. */
  id: string
  /** In a few words. */
  title: string
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
  /** How the last response is told: its status, and what the verdict on it is headed. */
  ends: { status: number; error?: string; says: string }
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
    title: 'Everything is allowed',
    story: 'Ana allows everything, and the client lists her company’s bank slips.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    call: { operation: 'list-bank-slips' },
    ends: { status: 200, says: 'Success' },
  },
  {
    id: 'partial-consent',
    title: 'One scope refused, another used',
    story: 'Ana allows statements but not bank slips. The client gets a statement.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    refuse: [slips],
    call: { operation: 'get-statement', parameters: { account_id: 'acc-7001' } },
    ends: { status: 200, says: 'Success' },
  },
  {
    id: 'scope-refused',
    title: 'A refused scope is used',
    story: 'Ana does not allow bank slips, but the client calls them anyway.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips, statements],
    refuse: [slips],
    call: { operation: 'list-bank-slips' },
    expected: 'scope-insufficient',
    ends: { status: 403, says: 'The user did not allow bank slips (read)' },
  },
  {
    id: 'scope-not-requested',
    title: 'A scope that was never requested',
    story: 'The client requests only read access to bank slips, then tries to create one.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'create-bank-slip' },
    expected: 'scope-insufficient',
    ends: { status: 403, says: 'The token lacks the scope for this call' },
  },
  {
    id: 'denied',
    title: 'The sign-in is denied',
    story: 'Bruno denies the whole request.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'bruno-lima',
    scopes: [...person, slips],
    deny: true,
    expected: 'access-denied',
    ends: { status: 302, error: 'access_denied', says: 'The user declined the sign-in' },
  },
  {
    id: 'client-of-the-other-environment',
    title: 'A client of another environment',
    story: 'A sandbox authorization code is sent to production’s token endpoint, which does not know the client.',
    environment: 'mixed',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    expected: 'client-not-found',
    ends: { status: 401, says: 'Code from the sandbox sent to production' },
  },
  {
    id: 'token-at-the-other-gateway',
    title: 'A token sent to another environment',
    story: 'A sandbox token is sent to the production gateway, which has no key for it.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'list-bank-slips', gateway: 'production' },
    expected: 'no-matching-public-key',
    ends: { status: 401, says: 'The token was issued in another environment' },
  },
  {
    id: 'no-company',
    title: 'A person without a company',
    story: 'Carla acts for no company, and the client requests direct debits.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'carla-mendes',
    scopes: [...person, debits],
    call: { operation: 'list-direct-debits' },
    expected: 'company-identifier-missing',
    ends: { status: 403, says: 'The token does not identify a company' },
  },
  {
    id: 'receipt-fails',
    title: 'A receipt that cannot be retrieved',
    story: 'A receipt cannot be retrieved: in the sandbox, its paying bank is missing from the directory of banks.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, receipts],
    call: { operation: 'get-receipt', parameters: { receipt_id: 'rcp-5002' } },
    expected: 'receipt-retrieval-failed',
    ends: { status: 500, says: 'The payment receipt could not be retrieved' },
  },
  {
    id: 'pdf-not-ready',
    title: 'A PDF that is not ready yet',
    story: 'The client requests the PDF of a bank slip before it has been rendered.',
    environment: 'sandbox',
    client: 'ledger-desk',
    account: 'ana-souza',
    scopes: [...person, slips],
    call: { operation: 'get-bank-slip-pdf', parameters: { slip_id: 'slip-1001' } },
    expected: 'bank-slip-pdf-unavailable',
    ends: { status: 503, says: 'The bank slip’s PDF is temporarily unavailable' },
  },
  {
    id: 'token-expired',
    title: 'An expired token',
    story: 'Night Batch gets tokens that expire after ten seconds, then uses one that has expired.',
    environment: 'sandbox',
    client: 'night-batch',
    account: 'bruno-lima',
    scopes: [...person, slips],
    call: { operation: 'list-bank-slips', afterSeconds: 11 },
    expected: 'access-token-expired',
    ends: { status: 401, says: 'The access token had expired' },
  },
]
