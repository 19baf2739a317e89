import { useQuery } from '@tanstack/react-query'
import type { Finding } from '#contract/check.ts'
import { Notice } from '../../elements/notice.tsx'
import { checkQuery } from '../../queries.ts'
import styles from './configuration-check.module.css'

/** What the check of the configuration found about the chosen environment and about the app as a whole. */
export default function ConfigurationCheck({ environment }: { environment: string }) {
  const { data } = useQuery(checkQuery)
  const found = (data?.findings ?? []).filter((one) => one.environment === undefined || one.environment === environment)
  const problems = found.filter(({ level }) => level === 'problem')
  if (found.length === 0) return null
  return (
    <Notice
      tone={problems.length > 0 ? 'warn' : 'plain'}
      title={
        problems.length > 0 ? 'The configuration check found problems' : 'The configuration check has recommendations'
      }
    >
      <ul className={styles.findings}>
        {[...problems, ...found.filter(({ level }) => level === 'advice')].map((one) => (
          <Found key={`${one.setting} ${one.client} ${one.message}`} finding={one} />
        ))}
      </ul>
    </Notice>
  )
}

function Found({ finding: { setting, client, message, fix } }: { finding: Finding }) {
  return (
    <li>
      <code>{setting}</code>
      {client && ` of ${client}`}: {message} <b>{fix}</b>
    </li>
  )
}
