import { Link } from 'react-router'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'

/** The ways on from Flow as long as nothing was recorded. It is in the page before any script. */
export function NothingYet({ signedIn, demonstrations }: { signedIn: boolean; demonstrations: boolean }) {
  return (
    <Notice
      title="Nothing recorded yet"
      actions={
        <>
          <Link to={signedIn ? '/calls' : '/?return=/flow'} className={button.primary}>
            {signedIn ? 'Call an API' : 'Sign in'}
          </Link>
          {demonstrations && (
            <Link to="/demonstrations" className={button.button}>
              Run a demonstration
            </Link>
          )}
        </>
      }
    >
      <p>
        The sign-in and each call appear here as arrows between browser, Claimcheck, identity service and gateway. At
        most the newest hundred messages are kept, until you sign out.
      </p>
    </Notice>
  )
}
