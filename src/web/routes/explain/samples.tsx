import styles from './explain.module.css'

/** What can be pasted, each with a sample that can be tried. */
export function Samples({ put }: { put: (text: string) => void }) {
  return (
    <div className={styles.samples}>
      <h2>What can be pasted</h2>
      <p>Press one to see how it is explained.</p>
      <ul>
        {samples.map(({ name, text }) => (
          <li key={name}>
            <button type="button" className={styles.sample} onClick={() => put(text)}>
              {name}
              <code>{text}</code>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const samples = [
  {
    name: 'A whole answer, from curl -i, curl -v or a browser’s developer tools',
    text: `HTTP/1.1 401 Unauthorized
Date: Mon, 04 May 2026 09:30:00 GMT
Content-Type: application/json

{"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}`,
  },
  {
    name: 'An error body',
    text: '{"error":"client_not_found","error_description":"The client does not exist."}',
  },
  {
    name: 'The address that the sign-in came back to',
    text: 'https://app.example/callback?error=invalid_scope&state=Zx81',
  },
  { name: 'A header', text: 'WWW-Authenticate: Bearer error="insufficient_scope", scope="webhooks"' },
  {
    name: 'A log line with JSON in it',
    text: '2026-05-04T09:30:00Z ERROR GET https://api.example/v1/webhooks status=429 body="{\\"fault\\":{\\"detail\\":{\\"errorcode\\":\\"policies.ratelimit.QuotaViolation\\"}}}"',
  },
  { name: 'A failed connection', text: 'curl: (6) Could not resolve host: api.example' },
  { name: 'A code or a status alone', text: 'steps.jwt.NoMatchingPublicKey' },
]
