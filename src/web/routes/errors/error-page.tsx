import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { diagnoseByEntries } from '#knowledge/diagnose/by-entries.ts'
import { retryWords, whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import { findError } from '#knowledge/diagnose/error-index.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import { basisAt } from '#knowledge/protocol/basis.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { useOnlyForeign } from '../../exchange/only-foreign.ts'
import { catalogueQuery, queryClient } from '../../queries.ts'
import { ErrorList } from './error-list.tsx'
import styles from './errors.module.css'

/** Fetches the errors of the registries where the name is not the own code of an entry: they may go by it too. */
export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  const name = params.code ?? ''
  const isOwn = findError(name)[0]?.code === name.toLowerCase()
  if (!isOwn) await queryClient.ensureQueryData(catalogueQuery)
  return null
}

/** `/errors/<code>`: found by its own code, a gateway code, an OAuth code or a status. */
export function Component() {
  const { code = '' } = useParams()
  const rows = queryClient.getQueryData(catalogueQuery.queryKey)
  const [first, ...others] = findError(code, rows)
  const isStatus = /^\d{3}$/.test(code)
  return (
    <>
      <Link to="/errors" className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        All errors
      </Link>
      {first === undefined ? (
        <Unknown name={code} />
      ) : others.length === 0 ? (
        <Explained page={first} />
      ) : isStatus ? (
        <Explained page={first} more={<MoreExactly status={code} errors={others} />} />
      ) : (
        <Several name={code} errors={[first, ...others]} />
      )}
    </>
  )
}

/** What a status can be more exactly than its own page says. */
function MoreExactly({ status, errors }: { status: string; errors: ErrorPage[] }) {
  return (
    <section className={styles.group}>
      <h2>Causes of a {status}</h2>
      <p>The body and the headers of the response tell these apart.</p>
      <ErrorList errors={errors} />
    </section>
  )
}

/** A name that represents several errors: all of them, with what each means. */
function Several({ name, errors }: { name: string; errors: ErrorPage[] }) {
  return (
    <>
      <PageHead title={`“${name}” can be ${errors.length} errors`}>
        Each of these has that name. The origin of the response shows which one it is.
      </PageHead>
      <ul className={styles.several}>
        {errors.map(({ code, title, meaning, who }) => (
          <li key={code}>
            <h2>
              <Link to={`/errors/${code}`}>{title}</Link>
            </h2>
            <p>{meaning}</p>
            <p className={styles.count}>
              <code>{code}</code> Who can fix it: {whoWords[who]}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Explained({ page, more }: { page: ErrorPage; more?: ReactNode }) {
  const [address] = useSearchParams()
  const foreign = useOnlyForeign(address.get('environment'))
  const example = useMemo(() => exampleAt(page.example, foreign), [page.example, foreign])
  const rows = queryClient.getQueryData(catalogueQuery.queryKey)
  const diagnoses = useMemo(() => (example ? diagnoseByEntries(example, rows) : []), [example, rows])
  return (
    <>
      <PageHead title={page.title}>{page.meaning}</PageHead>
      {diagnoses[0] && <p className={styles.fix}>{diagnoses[0].fix}</p>}
      {more}
      <dl className={styles.facts}>
        <div>
          <dt>Code</dt>
          <dd>
            <code>{page.code}</code>
          </dd>
        </div>
        {page.aliases.length > 0 && (
          <div>
            <dt>Also known as</dt>
            <dd>
              {page.aliases.map((alias) => (
                <code key={alias}>{alias}</code>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>Who can fix it</dt>
          <dd>
            {whoWords[page.who]} {retryWords[page.retry]}
          </dd>
        </div>
        <div>
          <dt>Source</dt>
          <dd>
            <SourceChip basis={basisAt(page.basis, foreign)} />
          </dd>
        </div>
      </dl>
      {page.causes.length > 0 && (
        <section className={styles.causes}>
          <h2>Usual causes</h2>
          <ol>
            {page.causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ol>
        </section>
      )}
      <section className={styles.example}>
        <h2>Example</h2>
        <p>A made-up message, explained by the same code as your own calls.</p>
        <Verdict diagnoses={diagnoses} call={example} />
        <ExchangeView call={example} diagnosis={diagnoses[0]} />
      </section>
    </>
  )
}

/** The example as it would be judged at a service of that kind. */
function exampleAt({ environment, ...call }: Call, foreign: boolean): Call {
  return { ...call, environment: environment && { ...environment, foreign: foreign || undefined } }
}

function Unknown({ name }: { name: string }) {
  return (
    <PageHead title="Unknown error">No error has the name {name}. Search for a part of it, or for its status.</PageHead>
  )
}
