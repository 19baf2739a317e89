import { Link, useLocation } from 'react-router'
import button from '../elements/button.module.css'
import { PageHead } from '../elements/page-head.tsx'

export function Component() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHead title="There is no such screen">
        The address {pathname} leads nowhere in Claimcheck. It may be mistyped, or from another version.
      </PageHead>
      <p>
        <Link to="/" className={button.primary}>
          Go to the sign-in
        </Link>
      </p>
    </>
  )
}
