import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
} from 'react-router'
import { isOnlyForeign } from '#contract/only-foreign.ts'
import { whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import type { NamedErrors } from '#knowledge/diagnose/named-errors.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { inPage } from '../../in-page.ts'
import { configQuery, queryClient } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import { Verdict } from '../verdict/verdict.tsx'
import { ErrorList } from './error-list.tsx'
import styles from './errors.module.css'

/** What came with the page is shown at once; else what is known of errors is fetched, which is much. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<NamedErrors> {
  const name = params.code ?? ''
  const environment = new URL(request.url).searchParams.get('environment')
  const sent = inPage()?.error
  const named = sent?.name === name && sent.environment === environment ? sent : await find(name, environment)
  if (named.errors.length === 0) await loadErrorSearch()
  return named
}

async function find(name: string, environment: string | null): Promise<NamedErrors> {
  const [{ environments }, { namedErrors }] = await Promise.all([
    queryClient.ensureQueryData(configQuery),
    import('#knowledge/diagnose/named-errors.ts'),
  ])
  return namedErrors(name, isOnlyForeign(environments, environment))
}

/** Only another error is another page. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href

/** `/errors/<code>`: found by its own code, a gateway code, an OAuth code or a status. */
export function Component() {
  const { code = '' } = useParams()
  const named = useLoaderData<typeof loader>()
  const [first, ...others] = named.errors
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
        <Explained page={first} named={named} />
      ) : isStatus ? (
        <Explained page={first} named={named} more={<MoreExactly status={code} errors={others} />} />
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
function Explained({ page, named, more }: { page: ErrorPage; named: NamedErrors; more?: ReactNode }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const demonstration = config.demonstrations?.find(({ expected }) => expected === page.code)
  const { example = page.example, diagnoses } = named
  const titled = diagnoses[0]?.title === page.title
  return (
    <>
      {titled ? <title>{`${page.title} · Claimcheck`}</title> : <PageHead title={page.title}>{page.meaning}</PageHead>}
      <Verdict
        diagnoses={diagnoses}
        call={example}
        level={titled ? 1 : 2}
        situation={{ config, session, example: { of: page, demonstration } }}
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

function Unknown({ name }: { name: string }) {
  return (
    <>
      <PageHead title="Unknown error">No error has the name {name}.</PageHead>
      <Suspense>
        <ErrorSearch start={name} />
      </Suspense>
    </>
  )
}

const loadErrorSearch = () => import('./error-search.tsx')
const ErrorSearch = lazy(() => loadErrorSearch().then(({ ErrorSearch }) => ({ default: ErrorSearch })))
