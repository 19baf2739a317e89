import { Link, useLocation } from 'react-router'
import button from '../elements/button.module.css'
import { PageHead } from '../elements/page-head.tsx'

export function Component() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHead title="Page not found">
        The URL {pathname} does not exist in Claimcheck. It may be mistyped or from a different version.
      </PageHead>
      <p className={button.row}>
        <Link to="/" className={button.primary}>
          Go to sign-in
        </Link>
        <Link to="/inspect" className={button.button}>
          Inspect a token or an error
        </Link>
        <Link to="/errors" className={button.button}>
          Search the errors
        </Link>
      </p>
    </>
  )
}
