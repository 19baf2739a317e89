export interface Api {
  id: string
  name: string
  summary: string
}

/** The business APIs: the four that §1 names, and payment receipts, which §7.3 mentions. */
export const apis: Api[] = [
  { id: 'bank-slips', name: 'Bank slips', summary: 'Payment slips that a company issues and others pay.' },
  { id: 'account-statements', name: 'Account statements', summary: 'The entries of an account.' },
  {
    id: 'authorized-direct-debits',
    name: 'Authorized direct debits',
    summary: 'Debits that a payer has authorized a company to collect.',
  },
  { id: 'payment-receipts', name: 'Payment receipts', summary: 'Proof that a payment was made.' },
  { id: 'webhooks', name: 'Webhooks', summary: 'URLs that are notified when a bank slip is created or paid.' },
]
