import { textOfBase64 } from '../text/base64.ts'
import { isFunctionWord } from './function-words.ts'
import { explainsItself } from './value-shapes.ts'

/** Whether something signs in a person: one word that is no account of a program or a machine, and no identifier. */
export function isLogin(value: string): boolean {
  if (!/^(?=[\p{L}\d._@+\\$-]{2,64}$)[^\p{L}]{0,8}\p{L}[^\p{L}]{0,8}\p{L}/u.test(value) || /^[A-Z]{2}$/.test(value))
    return false
  if (
    /^[\da-f-]{16,}$/i.test(value) ||
    (explainsItself(value) && !/^[A-Z\d]+_[A-Z_\d]+$/.test(value)) ||
    isFunctionWord(value)
  )
    return false
  if (/^(?:[A-Z]+_)*(?:USER|USERNAME|LOGIN|NAME|ID|ENV|VAR|YOUR|MY|DB|SMTP|APP|API)(?:_[A-Z]+)*$/.test(value))
    return false
  if (/^__\w+__$/.test(value)) return false
  if (/_(?:required|invalid|denied|failed|error|expired|missing|found|exists|disabled|locked)$/i.test(value))
    return false
  // `aws_iam_user.ci_bot.name` names a part of a configuration.
  if (/^[a-z]+(?:_[a-z]+)+(?:\.\w+){2,}$|^(?:var|local|module|data)\.\w+/.test(value)) return false
  return !programs.test(value.replace(/^.*\\/, ''))
}

/** The same in base64, as Kubernetes keeps it in a Secret. */
export function isLoginInBase64(value: string): boolean {
  return /^[A-Za-z\d+/]{4,80}={1,2}$/.test(value) && isLogin(textOfBase64(value) ?? '')
}

/** Whether a login is the account of a program by its parts: `svc-build`, `erp_app`. A message about it says which program failed. */
export function isAccountOfProgram(value: string): boolean {
  return ofProgram.test(value.replace(/^.*\\/, ''))
}

const ofProgram =
  /^(?:(?:svc|service|srv|app|api|db|sa|bot|robot|ci|etl|erp|job|batch|system|test|teste|demo|user|admin|root|backup|deploy)[-_.\d]\w{0,24}|[\w-]{1,24}[-_.](?:svc|service|app|api|db|bot|job|batch|system|agent|runner|sync|worker|server|client|gateway|web|prod|dev|hml|qa|test|rw|ro|reader|writer|owner))$/i

/** Accounts that every system has, and words in the place of one. */
const programs =
  /^(?:password|senha|secret|token|pass|pwd|email|role|group|read|write|root|admin|adm|administrador|administrator|svc|service|app|api|db|dba|sa|sys|system|sistema|postgres|mysql|oracle|guest|anonymous|anonymousUser|nobody|everyone|public|www-data|ubuntu|ec2-user|git|daemon|deploy|deployer|jenkins|runner|github-actions|test|teste|tester|demo|user|users|usuario|username|login|logon|me|self|owner|default|name|app|apps|kafka|redis|nginx|apache|tomcat|node|client|server|batch|scheduler|cron|no-?reply|do-?not-?reply|mailer-daemon|backup|replication|monitoring|prometheus|grafana|vault|keycloak|erp|crm|etl|cms|dwh|reporting|reports|integration|arn|urn)$/i
