import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { diagnoseByEntries } from '#knowledge/diagnose/by-entries.ts'
import { whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import { findError } from '#knowledge/diagnose/error-index.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { useOnlyForeign } from '../../exchange/only-foreign.ts'
import { catalogueQuery, configQuery, queryClient } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import { Verdict } from '../verdict/verdict.tsx'
import { ErrorList } from './error-list.tsx'
import { ErrorSearch } from './error-search.tsx'
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
    <section className={styles.common}>
      <h2>Causes of a {status}</h2>
      <p>The response body and headers distinguish these.</p>
      <ErrorList errors={errors} />
    </section>
  )
}

/** A name that represents several errors: all of them, with what each means. */
function Several({ name, errors }: { name: string; errors: ErrorPage[] }) {
  return (
    <>
      <PageHead title={`“${name}” can be ${errors.length} errors`}>
        Each of these has that name. Where the response came from shows which one it is.
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

/** The verdict on an example first, then what can cause it and what else it is called, and the example as a whole. */
function Explained({ page, more }: { page: ErrorPage; more?: ReactNode }) {
  const [address] = useSearchParams()
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const demonstration = config.demonstrations?.find(({ expected }) => expected === page.code)
  const foreign = useOnlyForeign(address.get('environment'))
  const example = useMemo(() => exampleAt(page.example, foreign), [page.example, foreign])
  const rows = queryClient.getQueryData(catalogueQuery.queryKey)
  const diagnoses = useMemo(() => (example ? diagnoseByEntries(example, rows) : []), [example, rows])
  const titled = diagnoses[0]?.title === page.title
  return (
    <>
      {titled ? <title>{`${page.title} · Claimcheck`}</title> : <PageHead title={page.title}>{page.meaning}</PageHead>}
      <Verdict
        diagnoses={diagnoses}
        call={example}
        level={titled ? 1 : 2}
        situation={{ config, session, example: { demonstration } }}
      />
      {more}
      <div className={styles.about}>
        <section className={styles.causes}>
          <h2>What causes it</h2>
          {titled && <p>{page.meaning}</p>}
          {page.causes.length > 0 && (
            <ol>
              {page.causes.map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ol>
          )}
        </section>
        {page.aliases.length > 0 && (
          <section className={styles.causes}>
            <h2>Also known as</h2>
            <ul>
              {page.aliases.map((alias) => (
                <li key={alias}>
                  <code>{alias}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <section className={styles.example}>
        <h2>The example</h2>
        <p>The verdict above is about this made-up message. Your own calls are explained in the same way.</p>
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
    <>
      <PageHead title="Unknown error">No error has the name {name}.</PageHead>
      <ErrorSearch start={name} />
    </>
  )
}
