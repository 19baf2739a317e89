/** A company on whose behalf a person may act. */
export interface Company {
  /** The company identifier that tokens carry: fourteen digits. */
  id: string
  name: string
  taxId: string
}

/** A demo account. None has a password: anyone who opens the sign-in page may choose any of them. */
export interface Person {
  /** Subject of the tokens, and what the sign-in form sends. */
  id: string
  name: string
  email: string
  taxId: string
  role: string
  company?: Company
}

export const companies = {
  aurora: { id: '45723174000110', name: 'Padaria Aurora Ltda', taxId: '45.723.174/0001-10' },
  horizonte: { id: '31865092000104', name: 'Construtora Horizonte S.A.', taxId: '31.865.092/0001-04' },
} satisfies Record<string, Company>

/** The demo accounts: two that act for a company of their own each, and one that acts for herself. */
export const people: Person[] = [
  {
    id: 'ana-souza',
    name: 'Ana Souza',
    email: 'ana.souza@aurora.example',
    taxId: '314.159.265-90',
    role: 'Finance lead',
    company: companies.aurora,
  },
  {
    id: 'bruno-lima',
    name: 'Bruno Lima',
    email: 'bruno.lima@horizonte.example',
    taxId: '271.828.182-05',
    role: 'Treasurer',
    company: companies.horizonte,
  },
  {
    id: 'carla-mendes',
    name: 'Carla Mendes',
    email: 'carla.mendes@mail.example',
    taxId: '161.803.398-05',
    role: 'Private customer',
  },
]

export function findPerson(id: string): Person | undefined {
  return people.find((person) => person.id === id)
}
